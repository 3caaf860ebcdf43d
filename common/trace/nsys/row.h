/*
 * row - a row of an export of Nsight Systems as an event.
 */
#ifndef COMMON_TRACE_NSYS_ROW_H
#define COMMON_TRACE_NSYS_ROW_H

#include "common/table/database_lookup.h"
#include "common/trace/nsys/kinds.h"
#include "common/trace/nsys/target.h"

enum { NSYS_NUMBER = 24 }; /* bytes of a number */

/* What rows are read with; first_process is negative at first. */
struct nsys_row {
	const struct nsys_kind *kind; /* of the row at hand */
	struct database_lookup texts;
	struct nsys_target target;
	int64_t first_process;
	char name[NSYS_SORT_NAME], pid[NSYS_NUMBER], tid[NSYS_NUMBER];
	char device[NSYS_NUMBER], correlation[2 * NSYS_NUMBER];
};

/*
 * The event of the row at which the reader is, valid until the next row; its
 * state is a struct nsys_row. As the function of a dialect.
 */
__attribute__((warn_unused_result)) int nsys_row_read(
    struct sqlite_reader *, struct kevent *);

#endif
