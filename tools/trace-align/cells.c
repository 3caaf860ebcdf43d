#include <limits.h>
#include <stdlib.h>

#include "tools/trace-align/cells.h"
#include "tools/trace-align/credit.h"
#include "tools/trace-align/gotoh.h"

enum {
	FORBIDDEN = INT_MIN / 4, /* three times that is still a number */
	FURTHER = 16             /* columns behind the row before, at a time */
};

/* May a kernel of one side fuse others of the other side? */
static bool
may_fuse(const struct align_cycle *c)
{
	for (size_t s = 0; c->work && s < c->nsets; s++)
		for (size_t t = 0; t < s; t++)
			if (ops_meet(&c->sets[s], &c->sets[t]))
				return true;
	return false;
}

int
cells_open(
    struct cells *c, const struct align_cycle *x, const struct align_cycle *y)
{
	*c = (struct cells){
	    .x = x, .y = y, .width = y->n + 1, .fusions = may_fuse(x)};
	c->scores = calloc(c->width, SCORES * sizeof *c->scores);
	c->first = calloc(x->nsets + 1, sizeof *c->first);
	c->behind = calloc(x->nsets + 1, sizeof *c->behind);
	c->x_credit = calloc(x->n + 1, sizeof *c->x_credit);
	c->y_credit = calloc(y->n + 1, sizeof *c->y_credit);
	if (!c->scores || !c->first || !c->behind || !c->x_credit ||
	    !c->y_credit)
		return -1;
	return credit_sums(x, y, c->fusions, c->x_credit, c->y_credit);
}

void
cells_close(struct cells *c)
{
	free(c->scores);
	free(c->first);
	free(c->behind);
	free(c->x_credit);
	free(c->y_credit);
}

int32_t
cells_whole(const struct cells *c)
{
	return c->x_credit[c->x->n] + c->y_credit[c->y->n] - 2 * GOTOH_RUN;
}

static bool
is_within(const struct cells *c, size_t row, size_t j)
{
	return c->x_credit[row] + c->y_credit[j] -
	    c->scores[TOP * c->width + j] <=
	    c->budget;
}

/* Leaves out the cells at both ends that are not. */
static void
trim(struct cells *c)
{
	while (c->to > c->from && !is_within(c, c->row, c->to - 1))
		c->to--;
	while (c->to > c->from && !is_within(c, c->row, c->from))
		c->from++;
}

/* The row before has nothing in these columns. */
static void
forbid(struct cells *c, size_t from, size_t to)
{
	for (int k = 0; k < SCORES; k++)
		for (size_t j = from; j < to; j++)
			c->scores[(size_t)k * c->width + j] = FORBIDDEN;
}

void
cells_begin(struct cells *c, int32_t budget)
{
	forbid(c, 0, c->width);
	for (size_t j = 0; j < c->width; j++)
		c->scores[TOP * c->width + j] = j ? GOTOH_RUN : 0;
	c->budget = budget;
	c->row = 0;
	c->from = 0;
	c->to = c->width;
	trim(c);
}

/*
 * What each set scores with row i's: as the first part of a fusion, or behind
 * the first. What does the same as row i is neither its part nor among its
 * parts.
 */
static void
find_shares(const struct cells *c, size_t i)
{
	const struct align_cycle *x = c->x;
	uint32_t own = x->work[i];

	for (size_t s = 0; s < x->nsets; s++) {
		int32_t share =
		    ops_share(&x->sets[own], &x->sets[s], GOTOH_FAMILY);

		c->first[s] = s == own || share == 0 ? FORBIDDEN : share;
		c->behind[s] = s == own ? FORBIDDEN
		    : share == 0        ? GOTOH_RUN
					: share;
	}
}

static inline int32_t
most(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

/* What the next cell of a row needs of those on its left. */
struct left {
	int32_t best, diagonal; /* in this row, and in the row before */
	int32_t run_y, fused_y;
};

static struct left
first_left(struct cells *c)
{
	int32_t *top = c->scores + TOP * c->width;
	struct left l = {FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN};

	if (c->from > 0)
		return l;
	l.diagonal = top[0];
	l.best = top[0] = GOTOH_RUN;
	return l;
}

/* Goes on from the row in columns from..to-1 and notes the decisions. */
static inline void
next_cells(const struct cells *c, struct left *l, size_t from, size_t to,
    unsigned char *decision, bool fusions)
{
	const struct align_cycle *x = c->x, *y = c->y;
	const uint32_t exact = x->id[ALIGN_EXACT][c->row];
	const uint32_t similar = x->id[ALIGN_SIMILAR][c->row];
	const uint32_t family = x->id[ALIGN_FAMILY][c->row];
	const uint32_t *y_exact = y->id[ALIGN_EXACT];
	const uint32_t *y_similar = y->id[ALIGN_SIMILAR];
	const uint32_t *y_family = y->id[ALIGN_FAMILY];
	const uint32_t *y_work = y->work;
	const int32_t *first = c->first, *behind = c->behind;
	int32_t *best = c->scores + TOP * c->width;
	int32_t *run_x = c->scores + ENDS_RUN_X * c->width;
	int32_t *fused_x = c->scores + ENDS_FUSED_X * c->width;
	int32_t diagonal = l->diagonal, left = l->best;
	int32_t run_y = l->run_y, fused_y = l->fused_y;

	for (size_t j = from; j < to; j++) {
		int32_t open_x = best[j] + GOTOH_RUN;
		int32_t open_y = left + GOTOH_RUN;
		int32_t pair = y_exact[j - 1] == exact ? GOTOH_EXACT
		    : y_similar[j - 1] == similar      ? GOTOH_SIMILAR
		    : y_family[j - 1] == family        ? GOTOH_FAMILY
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
next_part(const struct cells *c, struct left *l, size_t from, size_t to,
    unsigned char *decision)
{
	if (c->fusions)
		next_cells(c, l, from, to, decision, true);
	else
		next_cells(c, l, from, to, decision, false);
}

/* The column up to which to go on from `end`, where the row before has none. */
static size_t
go_further(struct cells *c, size_t end)
{
	size_t further = c->width - end < FURTHER ? c->width : end + FURTHER;

	forbid(c, end, further);
	return further;
}

size_t
cells_next(struct cells *c, unsigned char *decisions)
{
	size_t from = c->from, begin = from > 0 ? from : 1, end = c->to;
	struct left l = first_left(c);

	if (c->fusions)
		find_shares(c, c->row);
	do {
		end = go_further(c, end);
		next_part(c, &l, begin, end, decisions + (begin - from));
		begin = end;
	} while (end < c->width && is_within(c, c->row + 1, end - 1));
	c->row++;
	c->to = end;
	trim(c);
	return end - from;
}

bool
cells_reach_end(const struct cells *c)
{
	return c->from < c->to && c->to == c->width;
}
