#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "tools/trace-align/moved.h"

/* A row alone, to be sorted by its kind, its side and its place there. */
struct lone {
	uint32_t name, op;
	bool of_b;
	const struct row *row;
	struct pair *pair;
};

/* By the name, and by the operator. */
ORDER_BY(compare_kinds, struct lone, UP(name), UP(op))

ORDER_BY(compare, struct lone, compare_kinds(x, y), UP(of_b), UP(row))

/* The rows alone that have no twin yet, sorted; how many. */
static size_t
collect(struct pair *p, size_t n, const uint32_t *tier, struct lone *lone)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		const struct row *r = pair_row(&p[i]);

		if (!pair_has_both(&p[i]) && !p[i].twin && !p[i].explained)
			lone[found++] = (struct lone){
			    tier[r->name], p[i].op, p[i].b != NULL, r, &p[i]};
	}
	ARRAY_SORT(lone, found, compare);
	return found;
}

/* Of each kind the first of A goes with the first of B, and so on. */
static void
join(struct lone *l, size_t n)
{
	for (size_t i = 0, b, end; i < n; i = end) {
		for (b = i;
		     b < n && !l[b].of_b && !compare_kinds(&l[i], &l[b]);)
			b++;
		for (end = b; end < n && !compare_kinds(&l[i], &l[end]);)
			end++;
		for (size_t k = 0; i + k < b && b + k < end; k++) {
			l[i + k].pair->twin = l[b + k].row;
			l[b + k].pair->twin = l[i + k].row;
		}
	}
}

void
moved_find(struct pair *p, size_t n, const struct likeness *names)
{
	struct lone *lone = xcalloc(n + 1, sizeof *lone);

	for (int k = ALIGN_EXACT; k <= ALIGN_NORMALISED; k++)
		join(lone, collect(p, n, names->tier[k], lone));
	free(lone);
}

size_t
moved_merge(struct pair *p, size_t n, const struct likeness *names)
{
	size_t left = 0;

	for (size_t i = 0; i < n; i++) {
		struct pair *to = &p[left];

		if (p[i].match == REMOVED && p[i].twin)
			continue;
		*to = p[i];
		left++;
		if (!to->twin)
			continue;
		to->match = MOVED;
		to->a = to->twin;
		to->twin = NULL;
		to->tier = names->tier[ALIGN_EXACT][to->a->name] ==
			names->tier[ALIGN_EXACT][to->b->name]
		    ? ALIGN_EXACT
		    : ALIGN_NORMALISED;
	}
	return left;
}
