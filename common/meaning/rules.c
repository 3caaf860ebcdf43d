#include <errno.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/meaning/literal.h"
#include "common/meaning/rules.h"

/*
 * A rule as it is kept. Compiling our hundred patterns took ten times as long
 * as starting a program, and most names need few of them: so literals are
 * looked for first, and a pattern is compiled when one of its literals was
 * found.
 */
struct kept {
	int64_t priority;
	struct span pattern; /* empty: the rule ends the search */
	struct span category, family;
	char *owned; /* the texts above; NULL: they are constants */
	bool asked;  /* what follows is known, but for the last */
	bool exact;  /* the pattern is for the name as it is */
	bool open;   /* a name may match without one of them */
	struct literal *literal;
	size_t literals;
	regex_t *compiled; /* NULL: not yet */
};

struct rules {
	struct kept **rule;
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
free_rule(struct kept *rule)
{
	if (!rule)
		return;
	free(rule->owned);
	free(rule->literal);
	if (rule->compiled) {
		regfree(rule->compiled);
		free(rule->compiled);
	}
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
	regex_t *pattern = calloc(1, sizeof *pattern);
	bool failed = true;

	snprintf(message, RULES_MESSAGE, "out of memory");
	if (pattern && buf_add(&text, "^.*(", 4) == 0 &&
	    buf_add(&text, s.p, s.n) == 0 && buf_add(&text, ")", 2) == 0)
		failed = compile_text(pattern, text.p, message);
	buf_free(&text);
	if (!failed)
		return pattern;
	free(pattern);
	return NULL;
}

/* Puts a copy of the texts of a rule in the place of them. */
static int
own(struct kept *k)
{
	struct span *text[] = {&k->pattern, &k->category, &k->family};
	char *p = malloc(k->pattern.n + k->category.n + k->family.n + 1);

	if (!p)
		return -1;
	k->owned = p;
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		if (text[i]->n)
			memcpy(p, text[i]->p, text[i]->n);
		text[i]->p = p;
		p += text[i]->n;
	}
	return 0;
}

static struct kept *
new_rule(const struct rule *rule)
{
	struct kept *k = calloc(1, sizeof *k);

	if (k)
		*k = (struct kept){.priority = rule->priority,
		    .pattern = rule->pattern,
		    .category = rule->category,
		    .family = rule->family};
	return k;
}

/* Puts a rule behind those of its priority, which takes it over. */
static int
insert(struct rules *r, struct kept *k)
{
	size_t at = r->n;

	if (ARRAY_PUSH(r->rule, r->n, &r->cap, k)) {
		free_rule(k);
		return -1;
	}
	while (at > r->first && r->rule[at - 1]->priority < k->priority) {
		r->rule[at] = r->rule[at - 1];
		at--;
	}
	r->rule[at] = k;
	return 0;
}

/* Whether a rule is for the vendor of rules_only; notes that there is one. */
static bool
is_wanted(struct rules *r, const struct rule *rule)
{
	if (rule->vendor.n == 0 || r->vendor.n == 0)
		return true;
	if (!span_equal(rule->vendor, r->vendor))
		return false;
	r->know_vendor = true;
	return true;
}

/* A pattern of somebody else's is compiled at once: it may be wrong. */
int
rules_add(struct rules *r, const struct rule *rule, char *message)
{
	struct kept *k;

	if (rule->pattern.n && check_pattern(rule->pattern, message))
		return -1;
	snprintf(message, RULES_MESSAGE, "out of memory");
	k = new_rule(rule);
	if (!k || own(k) ||
	    (k->pattern.n && !(k->compiled = compile(k->pattern, message)))) {
		free_rule(k);
		return -1;
	}
	if (is_wanted(r, rule))
		return insert(r, k);
	free_rule(k);
	return 0;
}

/* The tests check their patterns, not every start. */
int
rules_add_table(struct rules *r, const char *const *fields)
{
	rules_next(r);
	for (const char *const *p = fields; *p; p += FIELDS) {
		struct rule rule = {0, span_of(p[1]), span_of(p[2]),
		    span_of(p[3]), span_of(p[4])};
		struct kept *k;

		if (fixed_parse_int(span_of(p[0]), &rule.priority))
			return -1;
		if (!is_wanted(r, &rule))
			continue;
		k = new_rule(&rule);
		if (!k || insert(r, k))
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
		if (span_equal(family, r->rule[i]->family))
			return true;
	return false;
}

/* Reads what is to be known of a rule's pattern. */
static int
read_pattern(struct kept *k)
{
	struct span rest = k->pattern;
	size_t cap = 0;
	int got = 1;

	while (got > 0) {
		if (ARRAY_RESERVE(k->literal, &cap, k->literals + 1))
			return -1;
		got = literal_next(&rest, &k->literal[k->literals]);
		k->literals += got > 0;
	}
	k->open = got < 0;
	k->exact = has_capital(k->pattern);
	k->asked = true;
	return 0;
}

/* What the literals say: 1 it matches, 0 it does not, -1 it may. */
static int
try_literals(const struct kept *k, struct span name)
{
	int status = k->open ? -1 : 0;

	for (size_t i = 0; i < k->literals; i++) {
		if (!literal_in(&k->literal[i], name))
			continue;
		if (k->literal[i].whole)
			return 1;
		status = -1;
	}
	return status;
}

/* That of glibc may say REG_NOMATCH where memory was missing: see errno. */
static int
run_pattern(struct kept *k, const char *name)
{
	char message[RULES_MESSAGE];
	int error;

	if (!k->compiled)
		k->compiled = compile(k->pattern, message);
	if (!k->compiled)
		return -1;
	errno = 0;
	error = regexec(k->compiled, name, 0, NULL, 0);
	if (errno == ENOMEM)
		return -1;
	if (error == REG_NOMATCH)
		return 0;
	return error ? -1 : 1;
}

/* 1 when a rule matches or ends the search, 0 when not, -1: no memory. */
static int
try_rule(struct kept *k, const char *name, const char *small, size_t n)
{
	const char *text;
	int got;

	if (k->pattern.n == 0)
		return 1;
	if (!k->asked && read_pattern(k))
		return -1;
	text = k->exact ? name : small;
	got = try_literals(k, (struct span){text, n});
	return got < 0 ? run_pattern(k, text) : got;
}

/* The first rule that matches or ends the search into *found, or NULL. */
static int
search(const struct rules *r, const char *name, const char *small,
    const struct kept **found)
{
	size_t n = strlen(name);

	*found = NULL;
	for (size_t i = 0; i < r->n; i++) {
		int got = try_rule(r->rule[i], name, small, n);

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
	const struct kept *found = NULL;
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
	labels->category = found->category;
	labels->family = found->family;
	return found->pattern.n > 0;
}

int
rules_find(const struct rules *r, struct span name, struct span *family)
{
	struct rules_labels labels;
	int status = rules_label(r, name, &labels);

	*family = labels.family;
	return status < 0 ? -1 : 0;
}
