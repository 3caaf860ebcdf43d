#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/meaning/rule_pattern.h"

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

	snprintf(message, RULE_PATTERN_MESSAGE, "out of memory");
	buf_add(&text, "(", 1);
	buf_add(&text, s.p, s.n);
	buf_add(&text, "", 1);
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
	bool failed = true;

	snprintf(message, RULE_PATTERN_MESSAGE, "out of memory");
	if (pattern && buf_add(&text, "^.*(", 4) == 0 &&
	    buf_add(&text, s.p, s.n) == 0 && buf_add(&text, ")", 2) == 0)
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

/* What the literals say: 1 it matches, 0 it does not, -1 it may. */
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

/* That of glibc may say REG_NOMATCH where memory was missing: see errno. */
static int
run(struct rule_pattern *p, const char *name)
{
	char message[RULE_PATTERN_MESSAGE];
	int error;

	if (!p->compiled && rule_pattern_compile(p, message))
		return -1;
	errno = 0;
	error = regexec(p->compiled, name, 0, NULL, 0);
	if (errno == ENOMEM)
		return -1;
	if (error == REG_NOMATCH)
		return 0;
	return error ? -1 : 1;
}

int
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
