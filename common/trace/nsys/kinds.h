/*
 * kinds - the tables of an export of Nsight Systems, and the names of their
 * rows.
 */
#pragma once

#include <stdint.h>

#include "common/bytes/span.h"

/* The columns read of a row; after them come those asked for. */
enum nsys_column {
	NSYS_START,
	NSYS_END,
	NSYS_GLOBAL, /* process and thread in one number */
	NSYS_DEVICE,
	NSYS_STREAM,
	NSYS_CORRELATION,
	NSYS_SORT, /* a number that says of which sort it is */
	NSYS_NAME, /* a text or the number of one: the first that there is of */
	NSYS_NAME_2, /* these three */
	NSYS_NAME_3,
	NSYS_COLUMNS
};

struct nsys_kind {
	const char *table, *cat;
	struct span column[NSYS_COLUMNS]; /* in the table; empty: none */

	/* The name of a row of which only the sort is known; NULL: none. */
	const char *called;
	const char *const *sorts; /* words after it, from 1 on, or NULL */
	int64_t sorts_count;
};

/* The i-th kind, from 0; NULL after the last. */
const struct nsys_kind *nsys_kind(size_t i);

enum { NSYS_SORT_NAME = 64 };

/*
 * The name by the sort, which may be unknown (negative), in `out`; empty if
 * rows of this kind have names.
 */
struct span nsys_sort_name(
    const struct nsys_kind *, int64_t sort, char out[NSYS_SORT_NAME]);

/* Sorts of rows of NVTX_EVENTS; rows of other sorts are no events. */
enum { NSYS_NVTX_MARK = 34, NSYS_NVTX_PUSH_POP = 59, NSYS_NVTX_START_END = 60 };
