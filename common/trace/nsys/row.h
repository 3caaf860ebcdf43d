/*
 * row - a row of an export of Nsight Systems as an event.
 */
#ifndef COMMON_TRACE_NSYS_ROW_H
#define COMMON_TRACE_NSYS_ROW_H

#include "common/table/database_rows.h"
#include "common/trace/kevent.h"
#include "common/trace/nsys/kinds.h"
#include "common/trace/nsys/target.h"
#include "common/trace/nsys/texts.h"
#include "common/trace/whole.h"

enum { NSYS_NUMBER = 24 }; /* bytes of a number */

/* What rows are read with; first_process is negative at first. */
struct nsys_row {
	struct database_rows *rows; /* of their kind */
	struct database_rows *all;  /* columns of them, for whole, or NULL */
	struct nsys_texts texts;
	struct nsys_target target;
	struct span *columns; /* those of the kind, and those asked for */
	size_t nargs;
	struct span *asked;
	struct whole *whole; /* NULL: not wanted */
	int64_t lost, unreadable;
	int64_t first_process;
	char name[NSYS_SORT_NAME], pid[NSYS_NUMBER], tid[NSYS_NUMBER];
	char device[NSYS_NUMBER], correlation[2 * NSYS_NUMBER];
};

/*
 * The event of the row at which the rows are, valid until the next row.
 * Returns 1, 0 if it is none or lost.
 */
__attribute__((warn_unused_result)) int nsys_row_read(
    struct nsys_row *, const struct nsys_kind *, struct kevent *);

#endif
