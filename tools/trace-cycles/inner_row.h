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
 * The rows of the cycles in `cycle` that lie in a stretch, by start. Returns 0,
 * or -1: no memory; free(rows->row) in either case.
 */
__attribute__((warn_unused_result)) int inner_rows_find(struct inner_rows *,
    const struct cycles *, uint32_t cycle, struct repeat stretch);

#endif
