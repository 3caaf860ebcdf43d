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

void
spread_after(struct moment *m, size_t n, const char *how)
{
	const struct moment *last = NULL;

	qsort(m, n, sizeof *m, compare_moments);
	for (size_t i = 0; i < n; i++) {
		if (last && last->group != m[i].group)
			last = NULL;
		if (speaks(&m[i]))
			last = &m[i];
		else if (last)
			fill(&m[i], &m[i + 1], last->verdict->phase, how);
	}
}

/* The first moment from here that speaks or is of another group, or the end. */
static struct moment *
next(struct moment *m, struct moment *end)
{
	uint32_t group = m->group;

	while (m < end && m->group == group && !speaks(m))
		m++;
	return m;
}

void
spread_between(struct moment *m, size_t n, const char *how)
{
	struct moment *end = m + n, *to;
	const struct moment *before = NULL;

	qsort(m, n, sizeof *m, compare_moments);
	for (; m < end; m = to) {
		bool left, right;

		to = next(m, end);
		if (to == m) {
			before = m;
			to++;
			continue;
		}
		left = before && before->group == m->group;
		right = to < end && to->group == m->group;
		if (left &&
		    (!right || before->verdict->phase == to->verdict->phase))
			fill(m, to, before->verdict->phase, how);
		else if (!left && right)
			fill(m, to, to->verdict->phase, how);
	}
}
