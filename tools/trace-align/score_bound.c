#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/score_bound.h"

/*
 * Only kernels of a family pair. So each family may share the score of its
 * pairs between the sides as it likes: in halves, or all to the side that has
 * less of it, as the other side then loses nothing when some stay alone.
 */
enum { HALVES, ALL_TO_X, ALL_TO_Y, WAYS };

struct family {
	int64_t sum[WAYS]; /* the bounds of all its kernels */
};

struct work {
	const struct ring *side[2]; /* x and y */
	int32_t *best[2];  /* what a pair of each kernel scores at most */
	int32_t *parts[2]; /* and what it scores as a part of a fusion */
	struct family *families;
};

static uint32_t
find_last(const uint32_t *id, size_t n)
{
	uint32_t last = 0;

	for (size_t i = 0; i < n; i++)
		last = id[i] > last ? id[i] : last;
	return last;
}

/* How many numbers there are on a level, in both cycles. */
static size_t
count_ids(const struct work *w, int level)
{
	const struct ring *x = w->side[0], *y = w->side[1];
	uint32_t a = find_last(x->id[level], x->n);
	uint32_t b = find_last(y->id[level], y->n);

	return (size_t)(a > b ? a : b) + 1;
}

/* A kernel whose name the other side has on this level may score so much. */
static void
raise_best(struct work *w, int side, int level, int32_t score)
{
	const struct ring *c = w->side[side], *other = w->side[!side];
	bool *there = xcalloc(count_ids(w, level), sizeof *there);

	for (size_t i = 0; i < other->n; i++)
		there[other->id[level][i]] = true;
	for (size_t i = 0; i < c->n; i++)
		if (there[c->id[level][i]])
			w->best[side][i] = score;
	free(there);
}

static void
find_best(struct work *w, int side)
{
	w->best[side] = xcalloc(w->side[side]->n + 1, sizeof *w->best[side]);
	for (int level = ALIGN_LEVELS; level-- > 0;)
		raise_best(w, side, level, score_of_pair[level]);
}

/* The most that a set shares with another one. */
static int32_t
greatest_share(const struct ring *c, size_t set)
{
	int32_t most = 0;

	for (size_t s = 0; s < c->nsets; s++) {
		int32_t share =
		    ops_share(&c->sets[set], &c->sets[s], SCORE_FAMILY);

		if (s != set && share > most)
			most = share;
	}
	return most;
}

static void
find_parts(struct work *w, int side, bool fusions)
{
	const struct ring *c = w->side[side];
	int32_t *share = xcalloc(c->nsets + 1, sizeof *share);

	w->parts[side] = xcalloc(c->n + 1, sizeof *w->parts[side]);
	for (size_t s = 0; fusions && s < c->nsets; s++)
		share[s] = greatest_share(c, s);
	for (size_t i = 0; fusions && i < c->n; i++)
		w->parts[side][i] = share[c->work[i]];
	free(share);
}

static int32_t
bound(const struct work *w, int side, size_t i, int way)
{
	int32_t best = w->best[side][i], part = w->parts[side][i];
	int32_t pair = way == HALVES ? best / 2
	    : way == ALL_TO_X + side ? best
				     : 0;

	return pair > part ? pair : part;
}

static void
sum_families(struct work *w)
{
	w->families = xcalloc(count_ids(w, ALIGN_FAMILY), sizeof *w->families);
	for (int side = 0; side < 2; side++)
		for (size_t i = 0; i < w->side[side]->n; i++) {
			uint32_t id = w->side[side]->id[ALIGN_FAMILY][i];

			for (int way = 0; way < WAYS; way++)
				w->families[id].sum[way] +=
				    bound(w, side, i, way);
		}
}

static int
cheapest_way(const struct family *f)
{
	int way = HALVES;

	for (int k = 0; k < WAYS; k++)
		if (f->sum[k] < f->sum[way])
			way = k;
	return way;
}

static void
add_up(const struct work *w, int side, int32_t *sum)
{
	const struct ring *c = w->side[side];

	sum[0] = 0;
	for (size_t i = 0; i < c->n; i++) {
		uint32_t id = c->id[ALIGN_FAMILY][i];

		sum[i + 1] =
		    sum[i] + bound(w, side, i, cheapest_way(&w->families[id]));
	}
}

void
score_bound_sums(const struct ring *x, const struct ring *y, bool fusions,
    int32_t *x_sum, int32_t *y_sum)
{
	struct work w = {.side = {x, y}};

	find_best(&w, 0);
	find_best(&w, 1);
	find_parts(&w, 0, fusions);
	find_parts(&w, 1, fusions);
	sum_families(&w);
	add_up(&w, 0, x_sum);
	add_up(&w, 1, y_sum);
	for (int side = 0; side < 2; side++) {
		free(w.best[side]);
		free(w.parts[side]);
	}
	free(w.families);
}
