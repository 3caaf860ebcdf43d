/*
 * band - the part of an alignment's table of scores that matters, row by row.
 *
 * A row of the table is a place before a kernel of x, a column one before a
 * kernel of y. Each row continues only from the cells that have lost no more
 * than max_loss (score_bound.h), from the first of them to the last. The loss
 * only grows, so every other alignment loses more than max_loss, and the
 * missing scores could only be worse than those that are there. So if the last
 * cell is within max_loss, all best alignments are as in the whole table, and
 * so is every decision on the way back (Esko Ukkonen, "Algorithms for
 * approximate string matching", Information and Control 64, 1985, does this
 * with the distance).
 */
#ifndef TRACE_ALIGN_BAND_H
#define TRACE_ALIGN_BAND_H

#include <stdbool.h>

#include "tools/trace-align/ring.h"

/* A decision: where the best score of a cell comes from, and what continues. */
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
 * Scores of the cells of one row, one array after the other. Alignments
 * that end in kernels of y, in a run or fused, need their scores for one cell
 * at a time only.
 */
enum { TOP, ENDS_RUN_X, ENDS_FUSED_X, SCORES };

struct band {
	const struct ring *x, *y;
	size_t width; /* of the whole table */
	bool fusions; /* may there be any? */
	int32_t *scores;
	int32_t *first, *behind; /* what each set scores with the row's */
	int32_t *x_bound, *y_bound;
	int32_t max_loss;
	size_t row, from, to; /* the row that the scores are of, from..to-1 */
};

void band_open(struct band *, const struct ring *x, const struct ring *y);
void band_close(struct band *);

/* No cell exceeds this max_loss. */
int32_t band_whole(const struct band *);

/* Goes to the row before x's first kernel. */
void band_begin(struct band *, int32_t max_loss);

/*
 * Goes to the next row, and notes the decisions of its cells from column
 * c->from, as it was, on. Returns how many there are; there is room for
 * c->width. None is left within the max_loss if c->from == c->to then.
 */
size_t band_next(struct band *, unsigned char *decisions);

/* Is the last cell of the row within the max_loss? */
bool band_reach_end(const struct band *);

#endif
