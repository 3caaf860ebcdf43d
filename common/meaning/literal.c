#include "common/meaning/literal.h"

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
skip_repeats(const char *p, const char *end, bool *optional)
{
	*optional = false;
	for (; p && p < end && strchr("*+?{", *p); p++) {
		*optional = *optional || *p != '+';
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

/* A run of plain characters has ended: it counts if it is the longest. */
static void
note_run(struct literal *l, struct span run, const char *start)
{
	if (run.n <= l->text.n || l->starts)
		return;
	l->text = run;
	l->starts = run.p > start && run.p[-1] == '^' && run.p - 1 == start;
}

int
literal_next(struct span *expression, struct literal *l)
{
	const char *start = expression->p, *p = start, *end = p + expression->n;
	struct span run = {p, 0};

	*l = (struct literal){.whole = true};
	if (expression->n == 0)
		return 0;
	while (p < end && *p != '|') {
		const char *behind = skip_atom(p, end), *next;
		bool optional, plain;

		next = behind ? skip_repeats(behind, end, &optional) : NULL;
		if (!next)
			return -1;
		plain = is_plain(*p) && !optional;
		run.n += plain;
		if (!plain || next > behind) {
			note_run(l, run, start);
			run = (struct span){next, 0};
			l->whole = l->whole && *p == '^' && p == start &&
			    next == behind;
		}
		p = next;
	}
	note_run(l, run, start);
	if (p < end && p + 1 == end)
		return -1; /* an empty alternative */
	*expression = span_cut(
	    *expression, (size_t)(p - start) + (p < end), expression->n);
	return l->text.n ? 1 : -1;
}

/* strstr would need a copy, and memmem is not in POSIX 2008. */
bool
literal_in(const struct literal *l, struct span s)
{
	const char *p = s.p, *last;
	size_t n = l->text.n;

	if (s.n < n)
		return false;
	if (l->starts)
		return memcmp(s.p, l->text.p, n) == 0;
	last = s.p + (s.n - n);
	while (p <= last) {
		p = memchr(p, l->text.p[0], (size_t)(last - p) + 1);
		if (!p)
			return false;
		if (memcmp(p, l->text.p, n) == 0)
			return true;
		p++;
	}
	return false;
}
