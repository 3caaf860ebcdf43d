#include <stdbool.h>
#include <stdlib.h>

#include "tools/trace-align/align.h"
#include "tools/trace-align/comb.h"
#include "tools/trace-align/gotoh.h"

enum align_level
align_level(const struct align_cycle *a, size_t i, const struct align_cycle *b,
    size_t j)
{
	int level = ALIGN_EXACT;

	while (level < ALIGN_LEVELS && a->id[level][i] != b->id[level][j])
		level++;
	return (enum align_level)level;
}

/* Does a come first in the order that only depends on what they contain? */
static bool
comes_first(const struct align_cycle *a, const struct align_cycle *b)
{
	const uint32_t *p = a->id[ALIGN_EXACT], *q = b->id[ALIGN_EXACT];

	if (a->n != b->n)
		return a->n < b->n;
	for (size_t i = 0; i < a->n; i++)
		if (p[i] != q[i])
			return p[i] < q[i];
	return true;
}

/* total[r] becomes the score that rotation r of x could reach at most. */
static int
score_rotations(
    const struct align_cycle *x, const struct align_cycle *y, int64_t *total)
{
	static const int64_t weight[ALIGN_LEVELS] = {
	    GOTOH_EXACT - GOTOH_SIMILAR, GOTOH_SIMILAR - GOTOH_FAMILY,
	    GOTOH_FAMILY};

	for (size_t r = 0; r < x->n; r++)
		total[r] = 0;
	for (int level = 0; level < ALIGN_LEVELS; level++)
		if (comb_rotations(x->id[level], x->n, y->id[level], y->n,
			weight[level], total))
			return -1;
	return 0;
}

/* The best rotation of x against y; of equal ones the smallest. */
static int
find_rotation(
    const struct align_cycle *x, const struct align_cycle *y, size_t *rotation)
{
	int64_t *total = calloc(x->n + 1, sizeof *total);

	*rotation = 0;
	if (!total || score_rotations(x, y, total)) {
		free(total);
		return -1;
	}
	for (size_t r = 1; r < x->n; r++)
		if (total[r] > total[*rotation])
			*rotation = r;
	free(total);
	return 0;
}

/* Aligns y with x rotated to begin at `rotation`. */
static int
align_rotated(const struct align_cycle *x, const struct align_cycle *y,
    size_t rotation, size_t *partner)
{
	struct align_cycle turned = {.n = x->n};
	uint32_t *id = calloc(x->n + 1, ALIGN_LEVELS * sizeof *id);
	size_t *found = calloc(x->n + 1, sizeof *found);
	int status = -1;

	if (!id || !found)
		goto out;
	for (int level = 0; level < ALIGN_LEVELS; level++) {
		uint32_t *row = id + (size_t)level * x->n;

		for (size_t i = 0; i < x->n; i++)
			row[i] = x->id[level][(i + rotation) % x->n];
		turned.id[level] = row;
	}
	status = gotoh(&turned, y, found);
	for (size_t i = 0; status == 0 && i < x->n; i++)
		partner[(i + rotation) % x->n] = found[i];
out:
	free(id);
	free(found);
	return status;
}

static int
align_ordered(
    const struct align_cycle *x, const struct align_cycle *y, size_t *partner)
{
	size_t rotation;

	if (find_rotation(x, y, &rotation))
		return -1;
	return align_rotated(x, y, rotation, partner);
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

int
align(const struct align_cycle *a, const struct align_cycle *b, size_t *partner)
{
	size_t *found;
	int status;

	if (comes_first(a, b))
		return align_ordered(a, b, partner);
	found = calloc(b->n + 1, sizeof *found);
	if (!found)
		return -1;
	status = align_ordered(b, a, found);
	if (status == 0)
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

/* Is everything of a behind its kernel i alone? */
static bool
rest_alone(const struct list *l, size_t i)
{
	while (++i < l->na)
		if (l->partner[i] != ALIGN_ALONE)
			return false;
	return true;
}

ptrdiff_t
align_order(const size_t *partner, size_t na, size_t nb, struct align_row *rows)
{
	struct list l = {.partner = partner, .na = na, .rows = rows};
	size_t *of_b = calloc(nb + 1, sizeof *of_b);
	size_t last = nb; /* the last pair in b's order */

	if (!of_b)
		return -1;
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
	return (ptrdiff_t)l.n;
}
