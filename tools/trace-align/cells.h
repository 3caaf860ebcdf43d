/*
 * cells - the table of an alignment's scores, row by row, as far as they
 * matter.
 *
 * A row of the table is a place before a kernel of x, a column one before a
 * kernel of y. Of each row only the cells that have lost no more than a budget
 * (credit.h) are gone on from, from the first of them to the last. As the loss
 * only grows, every other alignment loses more than the budget, and the scores
 * that are missing could only be worse than those that are there. So if the
 * last cell is within the budget, the best alignments, all of them, are as in
 * the whole table, and so is every decision on the way back (Esko Ukkonen,
 * "Algorithms for approximate string matching", Information and Control 64,
 * 1985, does this with the distance).
 */
#ifndef TRACE_ALIGN_CELLS_H
#define TRACE_ALIGN_CELLS_H

#include "tools/trace-align/align.h"

/* A decision: how the best score of a cell came about, and what goes on. */
enum {
	PAIR = 0,
	RUN_X = 1, /* the best ends in kernels of x alone */
	RUN_Y = 2,
	FUSED_X = 3, /* in kernels of x that one of y fuses */
	FUSED_Y = 4,
	BEST = 7,    /* mask of these */
	LONG_X = 8,  /* a run of x that ends here began earlier */
	LONG_Y = 16, /* and so on */
	MORE_X = 32,
	MORE_Y = 64
};

/*
 * Scores of the cells of one row, one array behind the other. Those of
 * alignments that end in kernels of y, in a run or fused, are needed for one
 * cell at a time.
 */
enum { TOP, ENDS_RUN_X, ENDS_FUSED_X, SCORES };

struct cells {
	const struct align_cycle *x, *y;
	size_t width; /* of the whole table */
	bool fusions; /* may there be any? */
	int32_t *scores;
	int32_t *first, *behind; /* what each set scores with the row's */
	int32_t *x_credit, *y_credit;
	int32_t budget;
	size_t row, from, to; /* the row that the scores are of, from..to-1 */
};

/* Returns 0, or -1 when there is no memory; cells_close in either case. */
__attribute__((warn_unused_result)) int cells_open(
    struct cells *, const struct align_cycle *x, const struct align_cycle *y);
void cells_close(struct cells *);

/* A budget that every cell is within. */
int32_t cells_whole(const struct cells *);

/* Goes to the row before x's first kernel. */
void cells_begin(struct cells *, int32_t budget);

/*
 * Goes to the next row, and notes the decisions of its cells from column
 * c->from, as it was, on. Returns how many there are; there is room for
 * c->width. None is left within the budget if c->from == c->to then.
 */
size_t cells_next(struct cells *, unsigned char *decisions);

/* Is the last cell of the row within the budget? */
bool cells_reach_end(const struct cells *);

#endif
