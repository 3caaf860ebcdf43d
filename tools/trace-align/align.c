#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "common/sequence/match.h"
#include "tools/trace-align/align.h"
#include "tools/trace-align/gotoh.h"

/* --- where both rings are cut --- */

/* Pairs to choose from: half a second. Of more, only those that are sure. */
enum { CUT_CELLS = 1 << 27 };

/* A kernel of each ring. */
struct cut {
	size_t x, y;
};

/* The score of a pair of kernel i of x in a tier, the more the rarer it is. */
static int64_t *
find_weights(const struct ring *x, int tier)
{
	int64_t *weight = xcalloc(x->n + 1, sizeof *weight);
	uint32_t most = 0, *count;

	for (size_t i = 0; i < x->n; i++)
		most = x->id[tier][i] > most ? x->id[tier][i] : most;
	count = xcalloc((size_t)most + 1, sizeof *count);
	for (size_t i = 0; i < x->n; i++)
		count[x->id[tier][i]]++;
	for (size_t i = 0; i < x->n; i++)
		weight[i] = ((int64_t)score_of_pair[tier] << 20) /
		    count[x->id[tier][i]];
	free(count);
	return weight;
}

/*
 * The middle of the pairs in a row that score most, where x begins `turn`
 * kernels later than y.
 */
static void
look_along(const struct ring *x, const struct ring *y, size_t turn,
    int64_t *const *weight, int64_t *most, struct cut *cut)
{
	int64_t score = 0;
	size_t begin = 0;

	for (size_t j = 0, i = turn; j < y->n;
	     j++, i = i + 1 < x->n ? i + 1 : 0) {
		enum align_tier tier = ring_tier(x, i, y, j);

		if (tier == ALIGN_DIFFERENT) {
			score = 0;
			begin = j + 1;
			continue;
		}
		score += weight[tier][i];
		if (score > *most) {
			*most = score;
			cut->y = begin + (j - begin) / 2;
			cut->x = (turn + cut->y) % x->n;
		}
	}
}

static struct cut
cut_in_pairs(const struct ring *x, const struct ring *y)
{
	int64_t *weight[ALIGN_TIERS], most = 0;
	struct cut cut = {0, 0};

	for (int tier = 0; tier < ALIGN_TIERS; tier++)
		weight[tier] = find_weights(x, tier);
	for (size_t turn = 0; turn < x->n; turn++)
		look_along(x, y, turn, weight, &most, &cut);
	for (int tier = 0; tier < ALIGN_TIERS; tier++)
		free(weight[tier]);
	return cut;
}

static struct cut
cut_at_anchor(const struct ring *x, const struct ring *y)
{
	struct anchor *anchors;
	size_t n = anchors_find(
	    x->id[ALIGN_EXACT], x->n, y->id[ALIGN_EXACT], y->n, &anchors);
	struct cut cut = {0, 0};

	if (n > 0)
		cut = (struct cut){anchors[n / 2].a, anchors[n / 2].b};
	free(anchors);
	return cut;
}

/* Both rings are cut at a pair that is as sure as any, so none is lost. */
static struct cut
find_cut(const struct ring *x, const struct ring *y)
{
	return x->n == 0 || y->n < CUT_CELLS / x->n ? cut_in_pairs(x, y)
						    : cut_at_anchor(x, y);
}

/* --- the pairs --- */

/* Does a come first in the order that only depends on what they contain? */
static bool
comes_first(const struct ring *a, const struct ring *b)
{
	const uint32_t *p = a->id[ALIGN_EXACT], *q = b->id[ALIGN_EXACT];

	if (a->n != b->n)
		return a->n < b->n;
	for (size_t i = 0; i < a->n; i++)
		if (p[i] != q[i])
			return p[i] < q[i];
	return true;
}

/* inverse[partner[i]] = i */
static void
invert(const size_t *partner, size_t n, size_t *inverse, size_t m)
{
	for (size_t j = 0; j < m; j++)
		inverse[j] = ALIGN_ALONE;
	for (size_t i = 0; i < n; i++)
		if (partner[i] != ALIGN_ALONE)
			inverse[partner[i]] = i;
}

/* Copies the n numbers of a ring, beginning at `first`; returns `to`. */
static const uint32_t *
turn(uint32_t *to, const uint32_t *from, size_t n, size_t first)
{
	memcpy(to, from + first, (n - first) * sizeof *to);
	memcpy(to + n - first, from, first * sizeof *to);
	return to;
}

/* The same ring from kernel `first` on; returns the memory of its numbers. */
static uint32_t *
rotate(struct ring *r, size_t first)
{
	size_t n = r->n;
	uint32_t *numbers = xcalloc(n + 1, (ALIGN_TIERS + 1) * sizeof *numbers);

	for (size_t k = 0; k < ALIGN_TIERS; k++)
		r->id[k] = turn(numbers + k * n, r->id[k], n, first);
	if (r->work)
		r->work = turn(numbers + ALIGN_TIERS * n, r->work, n, first);
	return numbers;
}

/* Aligns them as rows that begin at the cut; returns the score. */
static int64_t
align_cut(
    const struct ring *x, const struct ring *y, struct cut cut, size_t *partner)
{
	size_t *found = xcalloc(x->n + 1, sizeof *found);
	struct ring of_x = *x, of_y = *y;
	uint32_t *numbers_x = rotate(&of_x, cut.x);
	uint32_t *numbers_y = rotate(&of_y, cut.y);
	int64_t score;

	gotoh(&of_x, &of_y, found, &score);
	for (size_t i = 0; i < x->n; i++)
		partner[(cut.x + i) % x->n] = found[i] == ALIGN_ALONE
		    ? ALIGN_ALONE
		    : (cut.y + found[i]) % y->n;
	free(numbers_x);
	free(numbers_y);
	free(found);
	return score;
}

/* Are both ends and the cut pairs already? Then turning the rings gains none.
 */
static bool
is_whole(const struct ring *x, const struct ring *y, struct cut cut,
    const size_t *partner)
{
	return x->n > 0 && y->n > 0 && partner[0] == 0 &&
	    partner[x->n - 1] == y->n - 1 && partner[cut.x] == cut.y;
}

/*
 * As align(), of two that are in their order. Most cycles begin alike, so the
 * rings are turned only for more than the two runs that a cut can divide.
 */
static void
align_ordered(const struct ring *x, const struct ring *y, size_t *partner)
{
	struct cut begins = {0, 0}, cut = find_cut(x, y);
	size_t *turned = xcalloc(x->n + 1, sizeof *turned);
	int64_t score = align_cut(x, y, begins, partner);

	if (!is_whole(x, y, cut, partner) &&
	    align_cut(x, y, cut, turned) > score - INT64_C(2) * SCORE_RUN)
		memcpy(partner, turned, x->n * sizeof *partner);
	free(turned);
}

void
align(const struct ring *a, const struct ring *b, size_t *partner)
{
	size_t *found;

	if (comes_first(a, b)) {
		align_ordered(a, b, partner);
		return;
	}
	found = xcalloc(b->n + 1, sizeof *found);
	align_ordered(b, a, found);
	invert(found, b->n, partner, a->n);
	free(found);
}

/* --- the order of the result --- */

struct list {
	const size_t *partner;
	size_t na;
	struct align_row *rows;
	size_t n;
};

static void
add_row(struct list *l, size_t a, size_t b)
{
	l->rows[l->n++] = (struct align_row){a, b};
}

/* Adds the kernels of a from i on that are alone; returns where they end. */
static size_t
add_alone(struct list *l, size_t i)
{
	for (; i < l->na && l->partner[i] == ALIGN_ALONE; i++)
		add_row(l, i, ALIGN_ALONE);
	return i;
}

/* Are all kernels of a after kernel i alone? */
static bool
rest_alone(const struct list *l, size_t i)
{
	while (++i < l->na)
		if (l->partner[i] != ALIGN_ALONE)
			return false;
	return true;
}

size_t
align_order(const size_t *partner, size_t na, size_t nb, struct align_row *rows)
{
	struct list l = {.partner = partner, .na = na, .rows = rows};
	size_t *of_b = xcalloc(nb + 1, sizeof *of_b);
	size_t last = nb; /* the last pair in b's order */

	invert(partner, na, of_b, nb);
	while (last > 0 && of_b[last - 1] == ALIGN_ALONE)
		last--;
	if (last == 0 || rest_alone(&l, of_b[last - 1]))
		add_alone(&l, 0);
	for (size_t j = 0; j < nb; j++) {
		add_row(&l, of_b[j], j);
		if (of_b[j] != ALIGN_ALONE &&
		    add_alone(&l, of_b[j] + 1) == na && j + 1 < last)
			add_alone(&l, 0);
	}
	free(of_b);
	return l.n;
}
