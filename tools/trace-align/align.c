#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/sequence/match.h"
#include "tools/trace-align/align.h"
#include "tools/trace-align/gotoh.h"
#include "tools/trace-align/seaweed.h"

/* --- the rotation --- */

/* Of a table for which every rotation is tried: half a second. */
enum { ROTATION_CELLS = 1 << 27 };

/* Of a pair, on each of the levels on which it is one. */
static const int64_t weight[ALIGN_LEVELS] = {SCORE_EXACT - SCORE_NORMALISED,
    SCORE_NORMALISED - SCORE_FAMILY, SCORE_FAMILY};

/* The best of all rotations of x; of equal ones the smallest. */
static size_t
rotation_by_pairs(const struct ring *x, const struct ring *y)
{
	int64_t *total = xcalloc(x->n + 1, sizeof *total);
	size_t best = 0;

	for (int level = 0; level < ALIGN_LEVELS; level++)
		seaweed_rotations(x->id[level], x->n, y->id[level], y->n,
		    weight[level], total);
	for (size_t r = 1; r < x->n; r++)
		if (total[r] > total[best])
			best = r;
	free(total);
	return best;
}

static size_t
rotation_by_anchors(const struct ring *x, const struct ring *y)
{
	const uint32_t *a = x->id[ALIGN_EXACT], *b = y->id[ALIGN_EXACT];
	struct anchor *anchors;
	size_t n = anchors_find(a, x->n, b, y->n, &anchors);
	size_t rotation = 0;

	if (n > 0)
		rotation =
		    (anchors[0].a + y->n / x->n * x->n + x->n - anchors[0].b) %
		    x->n;
	free(anchors);
	return rotation;
}

size_t
align_rotation(const struct ring *x, const struct ring *y)
{
	if (x->n == 0 || y->n == 0)
		return 0;
	return y->n < ROTATION_CELLS / x->n ? rotation_by_pairs(x, y)
					    : rotation_by_anchors(x, y);
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

/* Makes `to` the ring `from`, from kernel `first` on; returns its memory. */
static uint32_t *
rotate(struct ring *to, const struct ring *from, size_t first)
{
	size_t n = from->n;
	uint32_t *numbers =
	    xcalloc(n + 1, (ALIGN_LEVELS + 1) * sizeof *numbers);

	*to = *from;
	for (size_t k = 0; k <= ALIGN_LEVELS; k++) {
		const uint32_t *old =
		    k < ALIGN_LEVELS ? from->id[k] : from->work;
		uint32_t *new = numbers + k *n;

		for (size_t i = 0; old && i < n; i++)
			new[i] = old[(first + i) % n];
		if (k < ALIGN_LEVELS)
			to->id[k] = new;
		else if (old)
			to->work = new;
	}
	return numbers;
}

/* As align(), of two that are in their order. */
static int
align_ordered(const struct ring *x, const struct ring *y, size_t *partner)
{
	size_t first = align_rotation(x, y);
	size_t *found = xcalloc(x->n + 1, sizeof *found);
	struct ring rotated;
	uint32_t *numbers = rotate(&rotated, x, first);
	int status = gotoh(&rotated, y, found);

	for (size_t i = 0; i < x->n; i++)
		partner[(first + i) % x->n] = found[i];
	free(numbers);
	free(found);
	return status;
}

int
align(const struct ring *a, const struct ring *b, size_t *partner)
{
	size_t *found;
	int status;

	if (a->n > ALIGN_MOST || b->n > ALIGN_MOST)
		return ALIGN_TOO_LONG;
	if (comes_first(a, b))
		return align_ordered(a, b, partner);
	found = xcalloc(b->n + 1, sizeof *found);
	status = align_ordered(b, a, found);
	invert(found, b->n, partner, a->n);
	free(found);
	return status;
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
