#include <errno.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/meaning/rules.h"

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

static bool
has_capital(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] >= 'A' && s.p[i] <= 'Z')
			return true;
	return false;
}

/* 0, or -1 with the reason in message. */
static int
compile_text(regex_t *pattern, const char *text, char *message)
{
	int error = regcomp(pattern, text, REG_EXTENDED | REG_NOSUB);

	if (error)
		regerror(error, pattern, message, RULE_PATTERN_MESSAGE);
	return error ? -1 : 0;
}

/*
 * Whether a pattern may stand between "^.*(" and ")": 0, or -1 with the reason
 * in message. It must be right as it is, because "a)(b" must not become right
 * by what is put around it; and must not be after a "(", because "a)b" is, if
 * the library takes a ")" without one for itself.
 */
int
rule_pattern_check(struct span s, char *message)
{
	struct buf text = {0};
	regex_t pattern;
	int status = -1;

	BUF_JOIN(&text, span_of("("), s, BUF_NUL);
	if (compile_text(&pattern, text.p + 1, message))
		goto out;
	regfree(&pattern);
	status = 0;
	if (regcomp(&pattern, text.p, REG_EXTENDED | REG_NOSUB) == 0) {
		regfree(&pattern);
		regerror(REG_EPAREN, NULL, message, RULE_PATTERN_MESSAGE);
		status = -1;
	}
out:
	buf_free(&text);
	return status;
}

/*
 * Compiles a pattern. Returns NULL with the reason in message when it cannot.
 *
 * regexec tries one place of the name after another, and goes from each to the
 * name's end if there is a ".*" in the pattern: time for the square of the
 * length. With "^.*" in front of it all, there is one place to try. A name of
 * 3 MB took more than ten minutes, and takes 1 s.
 */
static regex_t *
compile(struct span s, char *message)
{
	struct buf text = {0};
	regex_t *pattern = xcalloc(1, sizeof *pattern);
	bool failed;

	BUF_ADD_ALL(&text, span_of("^.*("), s);
	buf_add(&text, ")", 2);
	failed = compile_text(pattern, text.p, message);
	buf_free(&text);
	if (!failed)
		return pattern;
	free(pattern);
	return NULL;
}

int
rule_pattern_compile(struct rule_pattern *p, char *message)
{
	p->compiled = compile(p->text, message);
	return p->compiled ? 0 : -1;
}

void
rule_pattern_free(struct rule_pattern *p)
{
	free(p->literal);
	if (p->compiled)
		regfree(p->compiled);
	free(p->compiled);
}

/* Finds the literals. */
static void
read_text(struct rule_pattern *p)
{
	struct span rest = p->text;
	size_t cap = 0;
	int got = 1;

	while (got > 0) {
		ARRAY_RESERVE(p->literal, &cap, p->literals + 1);
		got = literal_next(&rest, &p->literal[p->literals]);
		p->literals += got > 0;
	}
	p->open = got < 0;
	p->exact = has_capital(p->text);
	p->read = true;
}

/* Tries the literals: 1 the pattern matches, 0 it does not, -1 it may. */
static int
try_literals(const struct rule_pattern *p, const struct literal_subject *name)
{
	int status = p->open ? -1 : 0;

	for (size_t i = 0; i < p->literals; i++) {
		if (!literal_in(&p->literal[i], name))
			continue;
		if (p->literal[i].whole)
			return 1;
		status = -1;
	}
	return status;
}

/*
 * Anything but these two answers is a lack of memory, also of a pattern that
 * was compiled before; that of glibc may say REG_NOMATCH then: see errno.
 */
static bool
run(struct rule_pattern *p, const char *name)
{
	char message[RULE_PATTERN_MESSAGE];
	int error;

	if (!p->compiled && rule_pattern_compile(p, message))
		memory_out();
	errno = 0;
	error = regexec(p->compiled, name, 0, NULL, 0);
	if (errno == ENOMEM || (error && error != REG_NOMATCH))
		memory_out();
	return error == 0;
}

bool
rule_pattern_match(struct rule_pattern *p, const struct literal_subject *name,
    const struct literal_subject *small)
{
	const struct literal_subject *subject;
	int got;

	if (!p->read)
		read_text(p);
	subject = p->exact ? name : small;
	got = try_literals(p, subject);
	return got < 0 ? run(p, subject->text.p) : got;
}
