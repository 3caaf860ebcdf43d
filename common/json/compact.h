/*
 * compact - which JSON can be copied as it is.
 */
#ifndef COMMON_JSON_COMPACT_H
#define COMMON_JSON_COMPACT_H

#include <stdbool.h>

#include "common/bytes/span.h"

/*
 * Whether the whole text is one value as RFC 8259 has it, without blanks, as
 * json_sound writes it. False also for the rare ones that are not worth it:
 * nested more than 64 deep, or with other bytes than printable ASCII or with \u
 * in a string.
 */
bool json_is_compact(struct span);

#endif
