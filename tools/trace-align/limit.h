/*
 * limit - how large a difference may be, or must be: in percent or in time.
 */
#ifndef TRACE_ALIGN_LIMIT_H
#define TRACE_ALIGN_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"

struct limit {
	bool percent;
	int64_t amount; /* thousandths of a percent of the baseline, or ns */
};

/*
 * Reads "3%" or "10.5us", at most three decimals. Returns 0, or -1 when it is
 * neither.
 */
__attribute__((warn_unused_result)) int limit_parse(
    struct limit *, struct span);

#endif
