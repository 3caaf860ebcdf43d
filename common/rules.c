#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/buf.h"
#include "common/rules.h"

struct rule {
	char *family;
	regex_t pattern;
};

struct rules {
	struct rule *rule;
	size_t n, cap;
};

/*
 * rules.tsv as the Makefile makes it: a family, its pattern, and so on; NULL at
 * the end.
 */
extern const char *const rules_ours[];

struct rules *
rules_new(void)
{
	return calloc(1, sizeof(struct rules));
}

void
rules_free(struct rules *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->n; i++) {
		free(r->rule[i].family);
		regfree(&r->rule[i].pattern);
	}
	free(r->rule);
	free(r);
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

/* Compiles a pattern. Returns 0, or -1 with the reason in message. */
static int
compile(regex_t *pattern, struct span s, char *message)
{
	char *text = copy_string(s);
	int error;

	if (!text || has_capital(s)) {
		snprintf(message, RULES_MESSAGE, "%s",
		    text ? "a pattern has no capital letters, for names are "
			   "matched in small ones"
			 : "out of memory");
		free(text);
		return -1;
	}
	error = regcomp(pattern, text, REG_EXTENDED | REG_NOSUB);
	free(text);
	if (error)
		regerror(error, pattern, message, RULES_MESSAGE);
	return error ? -1 : 0;
}

int
rules_add(
    struct rules *r, struct span family, struct span pattern, char *message)
{
	struct rule *grown =
	    array_grow(r->rule, &r->cap, r->n + 1, sizeof *r->rule);
	struct rule *rule;

	snprintf(message, RULES_MESSAGE, "out of memory");
	if (!grown)
		return -1;
	r->rule = grown;
	rule = &r->rule[r->n];
	rule->family = copy_string(family);
	if (!rule->family || compile(&rule->pattern, pattern, message)) {
		free(rule->family);
		return -1;
	}
	r->n++;
	return 0;
}

int
rules_add_ours(struct rules *r)
{
	char message[RULES_MESSAGE];

	for (const char *const *p = rules_ours; *p; p += 2)
		if (rules_add(r, span_of(p[0]), span_of(p[1]), message))
			return -1;
	return 0;
}

int
rules_find(const struct rules *r, struct span name, struct span *family)
{
	char *text = copy_string(name);

	*family = (struct span){0};
	if (!text)
		return -1;
	for (char *p = text; *p; p++)
		if (*p >= 'A' && *p <= 'Z')
			*p = (char)(*p + 'a' - 'A');
	for (size_t i = 0; i < r->n; i++)
		if (regexec(&r->rule[i].pattern, text, 0, NULL, 0) == 0) {
			*family = span_of(r->rule[i].family);
			break;
		}
	free(text);
	return 0;
}
