#include <errno.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/meaning/rules.h"

/* A rule as it is kept; a regex_t must stay where it was compiled. */
struct compiled {
	int64_t priority;
	bool ends;  /* it has no pattern */
	bool exact; /* the pattern is for the name as it is */
	regex_t pattern;
	char *category, *family;
};

struct rules {
	struct compiled **rule;
	size_t n, cap;
	size_t first; /* of those among which a new rule finds its place */
	struct span vendor;
	bool know_vendor;
};

enum { FIELDS = 5 };

/* The fields of rules.tsv as the Makefile makes it; NULL at the end. */
extern const char *const rules_ours[];

struct rules *
rules_new(void)
{
	return calloc(1, sizeof(struct rules));
}

static void
free_rule(struct compiled *rule)
{
	if (!rule)
		return;
	free(rule->category);
	free(rule->family);
	if (!rule->ends)
		regfree(&rule->pattern);
	free(rule);
}

void
rules_free(struct rules *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->n; i++)
		free_rule(r->rule[i]);
	free(r->rule);
	free(r);
}

void
rules_only(struct rules *r, struct span vendor)
{
	r->vendor = vendor;
}

void
rules_next(struct rules *r)
{
	r->first = r->n;
}

bool
rules_know_vendor(const struct rules *r)
{
	return r->know_vendor;
}

static char *
copy_string(struct span s)
{
	char *p = malloc(s.n + 1);

	if (!p)
		return NULL;
	if (s.n)
		memcpy(p, s.p, s.n);
	p[s.n] = 0;
	return p;
}

static bool
has_capital(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] >= 'A' && s.p[i] <= 'Z')
			return true;
	return false;
}

static void
make_small(char *p)
{
	for (; *p; p++)
		if (*p >= 'A' && *p <= 'Z')
			*p = (char)(*p + 'a' - 'A');
}

/* 0, or -1 with the reason in message. */
static int
compile_text(regex_t *pattern, const char *text, char *message)
{
	int error = regcomp(pattern, text, REG_EXTENDED | REG_NOSUB);

	if (error)
		regerror(error, pattern, message, RULES_MESSAGE);
	return error ? -1 : 0;
}

/*
 * Whether a pattern may stand between "^.*(" and ")": 0, or -1 with the reason
 * in message. It must be right as it is, because "a)(b" must not become right
 * by what is put around it; and must not be behind a "(", because "a)b" is, if
 * the library takes a ")" without one for itself.
 */
static int
check_pattern(struct span s, char *message)
{
	struct buf text = {0};
	regex_t pattern;
	int status = -1;

	snprintf(message, RULES_MESSAGE, "out of memory");
	if (buf_add(&text, "(", 1) || buf_add(&text, s.p, s.n) ||
	    buf_add(&text, "", 1))
		goto out;
	if (compile_text(&pattern, text.p + 1, message))
		goto out;
	regfree(&pattern);
	status = 0;
	if (regcomp(&pattern, text.p, REG_EXTENDED | REG_NOSUB) == 0) {
		regfree(&pattern);
		regerror(REG_EPAREN, NULL, message, RULES_MESSAGE);
		status = -1;
	}
out:
	buf_free(&text);
	return status;
}

/*
 * Compiles a pattern. Returns 0, or -1 with the reason in message.
 *
 * regexec tries one place of the name after another, and goes from each to the
 * name's end if there is a ".*" in the pattern: time for the square of the
 * length. With "^.*" in front of it all, there is one place to try. A name of
 * 3 MB took more than ten minutes, and takes 1 s.
 */
static int
compile(regex_t *pattern, struct span s, char *message)
{
	struct buf text = {0};
	int status = -1;

	if (buf_add(&text, "^.*(", 4) == 0 && buf_add(&text, s.p, s.n) == 0 &&
	    buf_add(&text, ")", 2) == 0)
		status = compile_text(pattern, text.p, message);
	buf_free(&text);
	return status;
}

/* Returns NULL with the reason in message when it cannot. */
static struct compiled *
new_rule(const struct rule *rule, char *message)
{
	struct compiled *c = calloc(1, sizeof *c);

	snprintf(message, RULES_MESSAGE, "out of memory");
	if (!c)
		return NULL;
	c->priority = rule->priority;
	c->ends = rule->pattern.n == 0;
	c->exact = has_capital(rule->pattern);
	if (!c->ends && compile(&c->pattern, rule->pattern, message)) {
		free(c);
		return NULL;
	}
	c->category = copy_string(rule->category);
	c->family = copy_string(rule->family);
	if (!c->category || !c->family) {
		free_rule(c);
		return NULL;
	}
	return c;
}

/* Puts a rule behind those of its priority; there is room. */
static void
insert(struct rules *r, struct compiled *c)
{
	size_t at = r->n++;

	while (at > r->first && r->rule[at - 1]->priority < c->priority) {
		r->rule[at] = r->rule[at - 1];
		at--;
	}
	r->rule[at] = c;
}

/* Adds a rule whose pattern is right. */
static int
add_rule(struct rules *r, const struct rule *rule, char *message)
{
	struct compiled **grown =
	    array_grow(r->rule, &r->cap, r->n + 1, sizeof(struct compiled *));
	struct compiled *c;

	if (grown)
		r->rule = grown;
	c = new_rule(rule, message);
	if (!grown || !c) {
		free_rule(c);
		return -1;
	}
	if (rule->vendor.n && r->vendor.n) {
		if (!span_equal(rule->vendor, r->vendor)) {
			free_rule(c);
			return 0;
		}
		r->know_vendor = true;
	}
	insert(r, c);
	return 0;
}

int
rules_add(struct rules *r, const struct rule *rule, char *message)
{
	if (rule->pattern.n && check_pattern(rule->pattern, message))
		return -1;
	return add_rule(r, rule, message);
}

/* The tests check their patterns, not every start. */
int
rules_add_table(struct rules *r, const char *const *fields)
{
	char message[RULES_MESSAGE];

	rules_next(r);
	for (const char *const *p = fields; *p; p += FIELDS) {
		struct rule rule = {0, span_of(p[1]), span_of(p[2]),
		    span_of(p[3]), span_of(p[4])};

		if (fixed_parse_int(span_of(p[0]), &rule.priority) ||
		    add_rule(r, &rule, message))
			return -1;
	}
	return 0;
}

int
rules_add_ours(struct rules *r)
{
	return rules_add_table(r, rules_ours);
}

bool
rules_know_family(const struct rules *r, struct span family)
{
	for (size_t i = 0; i < r->n; i++)
		if (span_is(family, r->rule[i]->family))
			return true;
	return false;
}

/*
 * 1 when a rule matches or ends the search, 0 when not, -1: no memory. That of
 * glibc may say REG_NOMATCH where memory was missing: only errno tells.
 */
static int
try_rule(const struct compiled *c, const char *name, const char *small)
{
	int error;

	if (c->ends)
		return 1;
	errno = 0;
	error = regexec(&c->pattern, c->exact ? name : small, 0, NULL, 0);
	if (errno == ENOMEM)
		return -1;
	if (error == REG_NOMATCH)
		return 0;
	return error ? -1 : 1;
}

/* The first rule that matches or ends the search into *found, or NULL. */
static int
search(const struct rules *r, const char *name, const char *small,
    const struct compiled **found)
{
	*found = NULL;
	for (size_t i = 0; i < r->n; i++) {
		int got = try_rule(r->rule[i], name, small);

		if (got < 0)
			return -1;
		if (got) {
			*found = r->rule[i];
			return 0;
		}
	}
	return 0;
}

int
rules_label(
    const struct rules *r, struct span name, struct rules_labels *labels)
{
	const struct compiled *found = NULL;
	char *text = copy_string(name), *small = copy_string(name);
	int status = -1;

	*labels = (struct rules_labels){{0}, {0}};
	if (text && small) {
		make_small(small);
		status = search(r, text, small, &found);
	}
	free(text);
	free(small);
	if (status || !found)
		return status;
	labels->category = span_of(found->category);
	labels->family = span_of(found->family);
	return !found->ends;
}

int
rules_find(const struct rules *r, struct span name, struct span *family)
{
	struct rules_labels labels;
	int status = rules_label(r, name, &labels);

	*family = labels.family;
	return status < 0 ? -1 : 0;
}
