#include "common/meaning/literal.h"

/* Of a run: each doubles the ways in which it may stand in a subject. */
enum { OPTIONAL_MOST = 4 };

/* The run of plain characters that literal_next reads. */
struct plain_run {
	struct span text;
	int optional; /* characters of them */
};

/* Puts p after a bracket expression; NULL: it has no end. */
static const char *
skip_bracket(const char *p, const char *end)
{
	p += p + 1 < end && p[1] == '^' ? 2 : 1;
	if (p < end && *p == ']')
		p++;
	for (; p < end && *p != ']'; p++) {
		char kind = *p == '[' && p + 1 < end ? p[1] : 0;

		if (kind != ':' && kind != '.' && kind != '=')
			continue;
		for (p += 2; p + 1 < end && (p[0] != kind || p[1] != ']'); p++)
			;
		p++;
	}
	return p < end ? p + 1 : NULL;
}

/* Puts p after one character, escape or bracket, or NULL. */
static const char *
skip_simple(const char *p, const char *end)
{
	if (*p == '[')
		return skip_bracket(p, end);
	if (*p == '\\')
		return p + 1 < end ? p + 2 : NULL;
	return p + 1;
}

/* Puts p after a group, or NULL. */
static const char *
skip_group(const char *p, const char *end)
{
	int depth = 0;

	while (p && p < end) {
		depth += (*p == '(') - (*p == ')');
		p = skip_simple(p, end);
		if (depth == 0)
			return p;
	}
	return NULL;
}

/* Puts p after what one repetition can be of; NULL: not understood. */
static const char *
skip_atom(const char *p, const char *end)
{
	if (*p == '(')
		return skip_group(p, end);
	if (strchr(")*+?{", *p))
		return NULL;
	return skip_simple(p, end);
}

/* Puts p after the repetitions of an atom; NULL: not understood. */
static const char *
skip_repeats(const char *p, const char *end)
{
	for (; p && p < end && strchr("*+?{", *p); p++) {
		if (*p == '{')
			p = memchr(p, '}', (size_t)(end - p));
		if (!p)
			return NULL;
	}
	return p;
}

/* Bytes of characters that are longer than one count as special. */
static bool
is_plain(char c)
{
	return (unsigned char)c < 0x80 && !strchr("^$.[]()|*+?{}\\", c);
}

/* A run of plain characters has ended: the two longest ones count. */
static void
note_run(struct literal *l, struct span run, const char *start)
{
	bool starts = run.p == start + 1 && *start == '^';

	if (run.n && (starts || (!l->starts && run.n > l->text.n))) {
		l->also = l->text;
		l->text = run;
		l->starts = starts;
	} else if (run.n > l->also.n) {
		l->also = run;
	}
}

/*
 * Adds an atom with its repetitions, which are from `behind` to `next`, to the
 * run. Returns whether the run goes on.
 */
static bool
add_atom(
    struct plain_run *run, const char *p, const char *behind, const char *next)
{
	bool once = next == behind;
	char repeat = next == behind + 1 ? *behind : 0;

	if (!is_plain(*p))
		return false;
	if (repeat == '?' && run->text.n && run->optional < OPTIONAL_MOST) {
		run->text.n += 2;
		run->optional++;
		return true;
	}
	run->text.n += once || repeat == '+';
	return once;
}

int
literal_next(struct span *expression, struct literal *l)
{
	const char *start = expression->p, *p = start, *end = p + expression->n;
	struct plain_run run = {{p, 0}, 0};

	*l = (struct literal){.whole = true};
	if (expression->n == 0)
		return 0;
	while (p < end && *p != '|') {
		const char *behind = skip_atom(p, end), *next;

		next = behind ? skip_repeats(behind, end) : NULL;
		if (!next)
			return -1;
		if (!add_atom(&run, p, behind, next)) {
			note_run(l, run.text, start);
			run = (struct plain_run){{next, 0}, 0};
			l->whole = l->whole && *p == '^' && p == start &&
			    next == behind;
		}
		p = next;
	}
	note_run(l, run.text, start);
	if (p < end && p + 1 == end)
		return -1; /* an empty alternative */
	*expression = span_cut(
	    *expression, (size_t)(p - start) + (p < end), expression->n);
	return l->text.n ? 1 : -1;
}

/* Whether a text stands at p, with or without what is optional in it. */
static bool
stands_at(const char *p, const char *end, struct span text)
{
	while (text.n) {
		size_t length = text.n > 1 && text.p[1] == '?' ? 2 : 1;
		struct span rest = span_cut(text, length, text.n);

		if (length == 2 && stands_at(p, end, rest))
			return true;
		if (p == end || *p != *text.p)
			return false;
		p++;
		text = rest;
	}
	return true;
}

static bool
stands_in(struct span s, struct span text)
{
	const char *p = s.p, *end = s.p + s.n;

	while (p < end) {
		p = memchr(p, text.p[0], (size_t)(end - p));
		if (!p)
			return false;
		if (stands_at(p, end, text))
			return true;
		p++;
	}
	return false;
}

/* Different for all pairs of small letters, digits and underscores. */
static unsigned
hash_pair(const char *p)
{
	return ((unsigned char)p[0] << 6 ^ (unsigned char)p[1]) % LITERAL_PAIRS;
}

void
literal_subject_init(struct literal_subject *s, struct span text)
{
	*s = (struct literal_subject){.text = text};
	for (size_t i = 1; i < text.n; i++) {
		unsigned hash = hash_pair(text.p + i - 1);

		s->pairs[hash / 64] |= UINT64_C(1) << hash % 64;
	}
}

/* False if a pair of a text, before what is optional in it, is not there. */
static bool
may_hold(const struct literal_subject *s, struct span text)
{
	for (size_t i = 1; i < text.n; i++) {
		unsigned hash = hash_pair(text.p + i - 1);

		if (i + 1 < text.n && text.p[i + 1] == '?')
			return true;
		if (!(s->pairs[hash / 64] >> hash % 64 & 1))
			return false;
	}
	return true;
}

bool
literal_in(const struct literal *l, const struct literal_subject *s)
{
	struct span text = s->text;

	if (!may_hold(s, l->text) || !may_hold(s, l->also))
		return false;
	if (l->starts ? !stands_at(text.p, text.p + text.n, l->text)
		      : !stands_in(text, l->text))
		return false;
	return l->also.n == 0 || stands_in(text, l->also);
}
