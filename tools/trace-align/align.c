#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/align.h"
#include "tools/trace-align/repeat.h"

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

int
align(const struct ring *a, const struct ring *b, size_t *partner,
    struct align_repeats *repeats)
{
	size_t *found;
	int status;

	if (a->n > ALIGN_MOST || b->n > ALIGN_MOST)
		return ALIGN_TOO_LONG;
	if (comes_first(a, b))
		return repeat_align(a, b, partner, repeats);
	found = xcalloc(b->n + 1, sizeof *found);
	status = repeat_align(b, a, found, repeats);
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

/* Are all kernels of a after kernel i alone? */
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
	return (ptrdiff_t)l.n;
}
