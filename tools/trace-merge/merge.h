/*
 * merge - many sorted tables as one: k-way merge by a heap of the times at
 * which the tables stand.
 *
 * All records of one time are gathered from all tables and brought into their
 * order (rows.h), so the result does not depend on the order of the tables, nor
 * on that of equal times within one. Memory: the readers, and the records of
 * one time.
 */
#ifndef TRACE_MERGE_MERGE_H
#define TRACE_MERGE_MERGE_H

#include "common/bytes/heap.h"
#include "tools/trace-merge/rows.h"

struct merge {
	struct tsv **table;
	struct row_columns column;
	struct heap heap; /* when each table's current record was */
	struct rows batch;
	size_t next;       /* of the batch */
	const char *error; /* of the table that failed */
};

/*
 * Tables that have read the same header; they remain the caller's and must
 * outlive the merge. Returns 0, or -1: see `error`. merge_free frees either
 * way.
 */
__attribute__((warn_unused_result)) int merge_open(
    struct merge *, struct tsv **, size_t n, struct row_columns);

/*
 * The next line without its LF, valid until the next call: 1, 0 at the end, -1
 * for an error. A table that is not in the order of time is an error.
 */
__attribute__((warn_unused_result)) int merge_next(
    struct merge *, struct span *line);

void merge_free(struct merge *);

#endif
