/*
 * cells - the columns that tell of work below a difference.
 */
#ifndef TRACE_TREEDIFF_CELLS_H
#define TRACE_TREEDIFF_CELLS_H

#include "common/bytes/buf.h"
#include "tools/trace-treediff/stats.h"

struct report {
	const struct merge *merge;
	const struct stats *stats;
	const struct side *a, *b;
	bool reference; /* names and values are TraceLens's */
};

enum cell {
	CELL_NAME,
	CELL_OP,
	CELL_OP_ID,
	CELL_SIDE,
	CELL_ARGS, /* and three more, in the order of side_args */
	CELL_TIME = CELL_ARGS + 4,
	CELL_BUSY,
	CELL_ANCESTOR,
	CELL_ANCESTOR_ID,
	CELL_EVENT,
	CELL_MODULES,
	CELL_MODULE,
	CELLS
};

const char *cell_title(const struct report *, int cell);

/* Appends a cell, as a field of a table. */
void cell_add(
    struct buf *, const struct report *, const struct stat *, int cell);

/* Microseconds: as pandas writes them, or with three decimals. */
void cell_add_us(struct buf *, const struct report *, int64_t ns);

/* The shortest decimals that are this double; nothing if it is not finite. */
void cell_add_real(struct buf *, double);

/* The names of the innermost module of work, as Python has it. */
void cell_add_module(struct buf *, const struct report *, const struct stat *);

#endif
