/*
 * row - a row of rocprofv3's database as an event.
 */
#ifndef COMMON_TRACE_ROCPD_ROW_H
#define COMMON_TRACE_ROCPD_ROW_H

#include "common/json/json.h"
#include "common/trace/rocpd/tables.h"
#include "common/trace/rocprof/rocprof.h"

enum { ROCPD_NUMBER = 24 }; /* bytes of a number */

/* What rows are read with. */
struct rocpd_row {
	struct rocpd rocpd; /* first */
	struct json *json;
	struct buf message;
	char cat[ROCPROF_KIND], device[ROCPD_NUMBER + 8];
	char correlation[2 * ROCPD_NUMBER + 2], name[64];
	char count[3][ROCPD_NUMBER]; /* of blocks, by axis */
};

/* As the function of a dialect; valid until the next row. */
__attribute__((warn_unused_result)) int rocpd_row_read(
    struct sqlite_reader *, struct kevent *);

#endif
