/*
 * checkpoint - some rows of a table, from which it can be computed again.
 *
 * Tracing back needs the decisions of all rows, but memory holds only some. So
 * one row in so many is kept. The rows between two of them are computed again,
 * with checkpoints of their own.
 */
#ifndef TRACE_ALIGN_CHECKPOINT_H
#define TRACE_ALIGN_CHECKPOINT_H

#include "tools/trace-align/band.h"

enum { CHECKPOINTS_MOST = 16 }; /* rows; even */

struct checkpoint {
	size_t row, from, to;
	int32_t *scores;
};

struct checkpoints {
	struct checkpoint kept[CHECKPOINTS_MOST];
	size_t n;
	size_t step, offered; /* every step-th of the rows offered is kept */
};

void checkpoints_init(struct checkpoints *);

/*
 * Offers the row that the cells are at; the first one is kept, and of the
 * others as many as there is room for, in equal steps.
 */
void checkpoints_offer(struct checkpoints *, const struct band *);

/* Takes the cells back to a row. */
void checkpoint_return(const struct checkpoint *, struct band *);

/* Drops the last row, or all of them. */
void checkpoints_drop(struct checkpoints *);
void checkpoints_clear(struct checkpoints *);

#endif
