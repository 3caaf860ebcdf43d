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

/* What it is, or says that it is. */
static enum phase
opinion(const struct moment *m)
{
	return m->verdict->phase != PHASE_EMPTY ? m->verdict->phase : m->says;
}

/* The next that says something from i on, in this direction; i may be n. */
static const struct moment *
next_opinion(const struct moment *m, size_t n, size_t i, int direction,
    uint32_t group)
{
	while (i < n && m[i].group == group && opinion(&m[i]) == PHASE_EMPTY)
		i += (size_t)direction;
	return i < n && m[i].group == group ? &m[i] : NULL;
}

static bool
may_be(const struct moment *m, enum phase p)
{
	return !m || opinion(m) == p;
}

/* A row of moments that say one phase, or nothing. */
struct row {
	size_t from, to;
	size_t said, sure;  /* how many say it, and run in that phase only */
	size_t first, last; /* of those that are sure */
};

static struct row
find_row(const struct moment *m, size_t n, size_t from)
{
	struct row r = {from, from, 0, 0, n, 0};
	enum phase p = m[from].says;

	for (; r.to < n && m[r.to].group == m[from].group; r.to++) {
		const struct moment *at = &m[r.to];
		bool says = at->verdict->phase == PHASE_EMPTY && at->says == p;

		if (opinion(at) != PHASE_EMPTY && !says)
			break;
		r.said += says;
		if (!says || !at->sure)
			continue;
		r.first = r.sure++ ? r.first : r.to;
		r.last = r.to;
	}
	return r;
}

/* Labels the row where it counts. */
static void
confirm(struct moment *m, size_t n, struct row r)
{
	enum phase p = m[r.from].says;
	uint32_t group = m[r.from].group;
	const struct moment *before =
	    next_opinion(m, n, r.from - 1, -1, group);
	const struct moment *after = next_opinion(m, n, r.to, 1, group);
	bool agree = may_be(before, p) && may_be(after, p) &&
	    (before || after || r.sure || r.said > 1);

	if (!agree && r.sure < PROPAGATE_SURE)
		return;
	if (!may_be(before, p))
		r.from = r.first;
	if (!may_be(after, p))
		r.to = r.last + 1;
	for (size_t i = r.from; i < r.to; i++)
		if (m[i].says == p && m[i].verdict->phase == PHASE_EMPTY)
			m[i].verdict->phase = p;
}

void
propagate_confirm(struct moment *m, size_t n)
{
	sort(m, n);
	for (size_t i = 0; i < n;)
		if (m[i].verdict->phase == PHASE_EMPTY &&
		    m[i].says != PHASE_EMPTY) {
			struct row r = find_row(m, n, i);

			confirm(m, n, r);
			i = r.to;
		} else
			i++;
}

static bool
is_one_step(const struct moment *m, const struct stretch *s, size_t step)
{
	size_t attention = 0;

	for (size_t i = s->from; i < s->to; i++)
		attention += m[i].attention;
	return attention < 2 && (step == 0 || 2 * (s->to - s->from) < step);
}

static bool
neighbours_agree(const struct stretch *s)
{
	return s->left && s->right && speaks(s->left) &&
	    s->left->verdict->phase == s->right->verdict->phase;
}

void
propagate_between(struct moment *m, size_t n, size_t step, const char *how)
{
	struct stretch s = {0};

	sort(m, n);
	while (next_stretch(m, n, &s)) {
		if (!s.left && step)
			s.left = s.right;
		if (!s.right && step)
			s.right = s.left;
		if (neighbours_agree(&s) && is_one_step(m, &s, step))
			fill(&m[s.from], &m[s.to], s.left->verdict->phase, how);
	}
}
