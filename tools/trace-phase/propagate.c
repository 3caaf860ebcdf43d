#include <stdlib.h>

#include "tools/trace-phase/propagate.h"

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
propagate_after(struct moment *m, size_t n, const char *how)
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

/* The first place from i on with a label, or of another group, or n. */
static size_t
next(const struct moment *m, size_t i, size_t n)
{
	uint32_t group = m[i].group;

	while (
	    i < n && m[i].group == group && m[i].verdict->phase == PHASE_EMPTY)
		i++;
	return i;
}

/* Moments without a label, and the neighbours that have one, or NULL. */
struct stretch {
	size_t from, to;
	const struct moment *left, *right;
};

static bool
next_stretch(const struct moment *m, size_t n, struct stretch *s)
{
	for (size_t i = s->to; i < n; i = s->to) {
		s->from = i;
		s->to = next(m, i, n);
		if (s->to == i) {
			s->to++;
			continue;
		}
		s->left = i && m[i - 1].group == m[i].group ? &m[i - 1] : NULL;
		s->right = s->to < n && m[s->to].group == m[i].group ? &m[s->to]
								     : NULL;
		return true;
	}
	return false;
}

static bool
is_one_step(const struct moment *m, const struct stretch *s)
{
	size_t attention = 0;

	for (size_t i = s->from; i < s->to; i++)
		attention += m[i].attention;
	return attention < 2;
}

static bool
neighbours_agree(const struct stretch *s)
{
	return s->left && s->right && speaks(s->left) &&
	    s->left->verdict->phase == s->right->verdict->phase;
}

void
propagate_between(struct moment *m, size_t n, size_t ends, const char *how)
{
	struct stretch s = {0};

	sort(m, n);
	while (next_stretch(m, n, &s))
		if (neighbours_agree(&s) && is_one_step(m, &s) &&
		    2 * (s.to - s.from) > ends)
			ends = 2 * (s.to - s.from);
	for (s.to = 0; next_stretch(m, n, &s);) {
		if (!s.left && s.to - s.from <= ends)
			s.left = s.right;
		if (!s.right && s.to - s.from <= ends)
			s.right = s.left;
		if (neighbours_agree(&s) && is_one_step(m, &s))
			fill(&m[s.from], &m[s.to], s.left->verdict->phase, how);
	}
}

static bool
may_be(const struct moment *m, uint32_t group, enum phase p)
{
	return m->group == group &&
	    (m->verdict->phase == PHASE_EMPTY || m->verdict->phase == p);
}

void
propagate_confirm(struct moment *m, size_t n, enum phase as)
{
	sort(m, n);
	for (size_t i = 0, to; i < n; i = to) {
		uint32_t group = m[i].group;
		bool first = i == 0 || m[i - 1].group != group, last;

		to = next(m, i, n);
		if (to == i) {
			to++;
			continue;
		}
		last = to == n || m[to].group != group;
		if ((first || may_be(&m[i - 1], group, as)) &&
		    (last || may_be(&m[to], group, as)) &&
		    (to - i > 1 || !first || !last))
			for (size_t j = i; j < to; j++)
				m[j].verdict->phase = as;
	}
}
