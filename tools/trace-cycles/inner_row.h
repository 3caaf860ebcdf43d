/*
 * inner_row - the rows of inner repeats in a stretch of a cycle.
 */
#ifndef TRACE_CYCLES_INNER_ROW_H
#define TRACE_CYCLES_INNER_ROW_H

#include "tools/trace-cycles/cycles.h"

/* Repeats of one inner cycle with nothing of another one between. */
struct inner_row {
	uint32_t cycle;
	uint32_t start, end; /* kernels */
	size_t first, n;     /* repeats, counted from the cycle's first one */
};

/* A zeroed struct is empty. */
struct inner_rows {
	struct inner_row *row;
	size_t n, cap;
};

/*
 * The rows of the cycles in `cycle` that lie in a stretch, by start.
 * The caller frees rows->row.
 */
void inner_rows_find(struct inner_rows *, const struct cycles *, uint32_t cycle,
    struct repeat stretch);

/*
 * How often the cycle of row i is in each repeat of `cycle`, at least and at
 * most; as often as in the row, if its cycle is in other rows as well, any of
 * which may be short.
 */
struct inner_times {
	size_t least, most;
};
struct inner_times inner_rows_times(
    const struct inner_rows *, size_t i, const struct cycles *, uint32_t cycle);

#endif
