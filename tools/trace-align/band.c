#include <limits.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/band.h"
#include "tools/trace-align/score_bound.h"

enum {
	FORBIDDEN = INT_MIN / 4, /* three times that is still a number */
	EXTENSION = 16 /* columns added after the row before, at a time */
};

/* May a kernel of one side fuse others of the other side? */
static bool
may_fuse(const struct ring *c)
{
	for (size_t s = 0; c->work && s < c->nsets; s++)
		for (size_t t = 0; t < s; t++)
			if (ops_meet(&c->sets[s], &c->sets[t]))
				return true;
	return false;
}

void
band_open(struct band *c, const struct ring *x, const struct ring *y)
{
	*c = (struct band){
	    .x = x, .y = y, .width = y->n + 1, .fusions = may_fuse(x)};
	c->scores = xcalloc(c->width, SCORES * sizeof *c->scores);
	c->first = xcalloc(x->nsets + 1, sizeof *c->first);
	c->behind = xcalloc(x->nsets + 1, sizeof *c->behind);
	c->x_bound = xcalloc(x->n + 1, sizeof *c->x_bound);
	c->y_bound = xcalloc(y->n + 1, sizeof *c->y_bound);
	score_bound_sums(x, y, c->fusions, c->x_bound, c->y_bound);
}

void
band_close(struct band *c)
{
	free(c->scores);
	free(c->first);
	free(c->behind);
	free(c->x_bound);
	free(c->y_bound);
}

int32_t
band_whole(const struct band *c)
{
	return c->x_bound[c->x->n] + c->y_bound[c->y->n] - 2 * SCORE_RUN;
}

static bool
is_within(const struct band *c, size_t row, size_t j)
{
	return c->x_bound[row] + c->y_bound[j] -
	    c->scores[TOP * c->width + j] <=
	    c->max_loss;
}

/* Leaves out the cells at both ends that are not. */
static void
trim(struct band *c)
{
	while (c->to > c->from && !is_within(c, c->row, c->to - 1))
		c->to--;
	while (c->to > c->from && !is_within(c, c->row, c->from))
		c->from++;
}

/* The row before has nothing in these columns. */
static void
forbid(struct band *c, size_t from, size_t to)
{
	for (int k = 0; k < SCORES; k++)
		for (size_t j = from; j < to; j++)
			c->scores[(size_t)k * c->width + j] = FORBIDDEN;
}

void
band_begin(struct band *c, int32_t max_loss)
{
	forbid(c, 0, c->width);
	for (size_t j = 0; j < c->width; j++)
		c->scores[TOP * c->width + j] = j ? SCORE_RUN : 0;
	c->max_loss = max_loss;
	c->row = 0;
	c->from = 0;
	c->to = c->width;
	trim(c);
}

/*
 * What each set scores with row i's: as the first part of a fusion, or after
 * the first. A kernel that does the same as row i is not its part, and row i is
 * not part of it.
 */
static void
find_shares(const struct band *c, size_t i)
{
	const struct ring *x = c->x;
	uint32_t own = x->work[i];

	for (size_t s = 0; s < x->nsets; s++) {
		int32_t share =
		    ops_share(&x->sets[own], &x->sets[s], SCORE_FAMILY);

		c->first[s] = s == own || share == 0 ? FORBIDDEN : share;
		c->behind[s] = s == own ? FORBIDDEN
		    : share == 0        ? SCORE_RUN
					: share;
	}
}

static inline int32_t
most(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

/* What the next cell of a row needs from those on its left. */
struct left {
	int32_t best, diagonal; /* in this row, and in the row before */
	int32_t run_y, fused_y;
};

static struct left
first_left(struct band *c)
{
	int32_t *top = c->scores + TOP * c->width;
	struct left l = {FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN};

	if (c->from > 0)
		return l;
	l.diagonal = top[0];
	l.best = top[0] = SCORE_RUN;
	return l;
}

/* Goes on from the row in columns from..to-1 and notes the decisions. */
static inline void
next_cells(const struct band *c, struct left *l, size_t from, size_t to,
    unsigned char *decision, bool fusions)
{
	const struct ring *x = c->x, *y = c->y;
	const uint32_t exact = x->id[ALIGN_EXACT][c->row];
	const uint32_t similar = x->id[ALIGN_NORMALISED][c->row];
	const uint32_t family = x->id[ALIGN_FAMILY][c->row];
	const uint32_t *y_exact = y->id[ALIGN_EXACT];
	const uint32_t *y_similar = y->id[ALIGN_NORMALISED];
	const uint32_t *y_family = y->id[ALIGN_FAMILY];
	const uint32_t *y_work = y->work;
	const int32_t *first = c->first, *behind = c->behind;
	int32_t *best = c->scores + TOP * c->width;
	int32_t *run_x = c->scores + ENDS_RUN_X * c->width;
	int32_t *fused_x = c->scores + ENDS_FUSED_X * c->width;
	int32_t diagonal = l->diagonal, left = l->best;
	int32_t run_y = l->run_y, fused_y = l->fused_y;

	for (size_t j = from; j < to; j++) {
		int32_t open_x = best[j] + SCORE_RUN;
		int32_t open_y = left + SCORE_RUN;
		int32_t pair = y_exact[j - 1] == exact ? SCORE_EXACT
		    : y_similar[j - 1] == similar      ? SCORE_NORMALISED
		    : y_family[j - 1] == family        ? SCORE_FAMILY
						       : FORBIDDEN;
		int32_t top = diagonal + pair;
		int how = PAIR, more = 0;

		if (fusions) {
			uint32_t set = y_work[j - 1];
			int32_t begin = diagonal + first[set];
			int32_t on_x = fused_x[j] + behind[set];
			int32_t on_y = fused_y + behind[set];

			more |= on_x >= begin ? MORE_X : 0;
			more |= on_y >= begin ? MORE_Y : 0;
			fused_x[j] = on_x = most(on_x, begin);
			fused_y = on_y = most(on_y, begin);
			how = on_x > top ? FUSED_X : how;
			top = most(on_x, top);
			how = on_y > top ? FUSED_Y : how;
			top = most(on_y, top);
		}
		more |= run_x[j] >= open_x ? LONG_X : 0;
		more |= run_y >= open_y ? LONG_Y : 0;
		run_x[j] = open_x = most(run_x[j], open_x);
		run_y = most(run_y, open_y);
		how = open_x >= top ? RUN_X : how;
		top = most(open_x, top);
		how = run_y >= top ? RUN_Y : how;
		top = most(run_y, top);
		diagonal = best[j];
		best[j] = left = top;
		decision[j - from] = (unsigned char)(how | more);
	}
	*l = (struct left){left, diagonal, run_y, fused_y};
}

/* Two loops out of one: where nothing is fused the cells are cheaper. */
static void
next_part(const struct band *c, struct left *l, size_t from, size_t to,
    unsigned char *decision)
{
	if (c->fusions)
		next_cells(c, l, from, to, decision, true);
	else
		next_cells(c, l, from, to, decision, false);
}

/* The column up to which to go on from `end`, where the row before has none. */
static size_t
extend(struct band *c, size_t end)
{
	size_t extended =
	    c->width - end < EXTENSION ? c->width : end + EXTENSION;

	forbid(c, end, extended);
	return extended;
}

size_t
band_next(struct band *c, unsigned char *decisions)
{
	size_t from = c->from, begin = from > 0 ? from : 1, end = c->to;
	struct left l = first_left(c);

	if (c->fusions)
		find_shares(c, c->row);
	do {
		end = extend(c, end);
		next_part(c, &l, begin, end, decisions + (begin - from));
		begin = end;
	} while (end < c->width && is_within(c, c->row + 1, end - 1));
	c->row++;
	c->to = end;
	trim(c);
	return end - from;
}

bool
band_reach_end(const struct band *c)
{
	return c->from < c->to && c->to == c->width;
}
