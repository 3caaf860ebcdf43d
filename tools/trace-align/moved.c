#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/moved.h"

/* --- what is fused has not moved --- */

static const struct ops *
ops_of(const struct pair *p, const struct likeness *names)
{
	return likeness_ops(names, pair_row(p)->name);
}

/* Finds the parts of a row between it and the next pair of the ring. */
static void
mark_parts(struct pair *p, size_t n, size_t whole, size_t step,
    const struct likeness *names)
{
	for (size_t i = (whole + step) % n; i != whole && !pair_has_both(&p[i]);
	     i = (i + step) % n)
		if (p[i].match != p[whole].match &&
		    ops_is_part(ops_of(&p[i], names), ops_of(&p[whole], names)))
			p[i].fused = p[whole].fused = true;
}

static void
mark_fused(struct pair *p, size_t n, const struct likeness *names)
{
	for (size_t i = 0; i < n; i++)
		if (!pair_has_both(&p[i]) &&
		    ops_count(ops_of(&p[i], names)) > 1) {
			mark_parts(p, n, i, 1, names);
			mark_parts(p, n, i, n - 1, names);
		}
}

/* --- what has --- */

/* A row alone, to be sorted by its name and then by its place in its table. */
struct lone {
	uint32_t name, op;
	const struct row *row;
	struct pair *pair;
};

/* By the name, and by the operator. */
static int
compare_kinds(const struct lone *a, const struct lone *b)
{
	if (a->name != b->name)
		return a->name < b->name ? -1 : 1;
	return (a->op > b->op) - (a->op < b->op);
}

static int
compare(const void *pa, const void *pb)
{
	const struct lone *a = pa, *b = pb;
	int order = compare_kinds(a, b);

	if (order)
		return order;
	return (a->row > b->row) - (a->row < b->row);
}

/* The rows of one match that have no twin yet, sorted. */
static size_t
collect(struct pair *p, size_t n, enum match match, const uint32_t *level,
    struct lone *lone)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		const struct row *r = match == REMOVED ? p[i].a : p[i].b;

		if (p[i].match == match && !p[i].twin && !p[i].fused)
			lone[found++] =
			    (struct lone){level[r->name], p[i].op, r, &p[i]};
	}
	qsort(lone, found, sizeof *lone, compare);
	return found;
}

static void
join(struct lone *a, size_t na, struct lone *b, size_t nb)
{
	size_t i = 0, j = 0;

	while (i < na && j < nb) {
		int order = compare_kinds(&a[i], &b[j]);

		if (order < 0) {
			i++;
		} else if (order > 0) {
			j++;
		} else {
			a[i].pair->twin = b[j].row;
			b[j].pair->twin = a[i].row;
			i++;
			j++;
		}
	}
}

void
moved_find(struct pair *p, size_t n, const struct likeness *names)
{
	struct lone *a = xcalloc(n + 1, sizeof *a);
	struct lone *b = xcalloc(n + 1, sizeof *b);

	mark_fused(p, n, names);
	for (int k = ALIGN_EXACT; k <= ALIGN_NORMALISED; k++) {
		size_t na = collect(p, n, REMOVED, names->level[k], a);
		size_t nb = collect(p, n, ADDED, names->level[k], b);

		join(a, na, b, nb);
	}
	free(a);
	free(b);
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
		to->level = names->level[ALIGN_EXACT][to->a->name] ==
			names->level[ALIGN_EXACT][to->b->name]
		    ? ALIGN_EXACT
		    : ALIGN_NORMALISED;
	}
	return left;
}
