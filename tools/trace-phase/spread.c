#include <stdlib.h>

#include "tools/trace-phase/spread.h"

static bool
speaks(const struct moment *m)
{
	return m->verdict->phase > PHASE_UNKNOWN &&
	    m->verdict->phase < PHASE_OTHER;
}

static int
compare_moments(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	if (x->group != y->group)
		return x->group > y->group ? 1 : -1;
	if (x->time != y->time)
		return x->time > y->time ? 1 : -1;
	if (speaks(x) != speaks(y))
		return speaks(x) ? -1 : 1;
	return (x->verdict->phase > y->verdict->phase) -
	    (x->verdict->phase < y->verdict->phase);
}

/* Gives the phase to those that have no label yet, not even unknown. */
static void
fill(
    struct moment *from, const struct moment *to, enum phase p, const char *how)
{
	for (; from < to; from++)
		if (from->verdict->phase == PHASE_EMPTY)
			*from->verdict =
			    (struct verdict){p, how, phase_name(p)};
}

static void
sort(struct moment *m, size_t n)
{
	if (n) /* m may be NULL otherwise */
		qsort(m, n, sizeof *m, compare_moments);
}

void
spread_after(struct moment *m, size_t n, const char *how)
{
	const struct moment *last = NULL;

	sort(m, n);
	for (size_t i = 0; i < n; i++) {
		if (last && last->group != m[i].group)
			last = NULL;
		if (speaks(&m[i]))
			last = &m[i];
		else if (last)
			fill(&m[i], &m[i + 1], last->verdict->phase, how);
	}
}

/* The first place from i on that speaks or is of another group, or n. */
static size_t
next(const struct moment *m, size_t i, size_t n)
{
	uint32_t group = m[i].group;

	while (i < n && m[i].group == group && !speaks(&m[i]))
		i++;
	return i;
}

void
spread_between(struct moment *m, size_t n, const char *how)
{
	const struct moment *before = NULL;

	sort(m, n);
	for (size_t i = 0, to; i < n; i = to) {
		const struct moment *left, *right;

		to = next(m, i, n);
		if (to == i) {
			before = &m[to++];
			continue;
		}
		left = before && before->group == m[i].group ? before : NULL;
		right = to < n && m[to].group == m[i].group ? &m[to] : NULL;
		if (!left)
			left = right;
		if (!right)
			right = left;
		if (left && left->verdict->phase == right->verdict->phase)
			fill(&m[i], &m[to], left->verdict->phase, how);
	}
}
