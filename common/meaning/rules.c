#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/meaning/rules.h"

/* A rule as it is kept. One with an empty pattern ends the search. */
struct kept {
	int64_t priority;
	struct rule_pattern pattern;
	struct span category, family;
	char *owned; /* the texts above; NULL: they are constants */
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
	return xcalloc(1, sizeof(struct rules));
}

static void
free_rule(struct kept *rule)
{
	if (!rule)
		return;
	rule_pattern_free(&rule->pattern);
	free(rule->owned);
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

bool
rules_know_vendor(const struct rules *r)
{
	return r->know_vendor;
}

/* Puts a copy of the texts of a rule in the place of them. */
static void
own(struct kept *k)
{
	struct span *text[] = {&k->pattern.text, &k->category, &k->family};
	char *p = xmalloc(k->pattern.text.n + k->category.n + k->family.n + 1);

	k->owned = p;
	for (size_t i = 0; i < COUNT(text); i++) {
		if (text[i]->n)
			memcpy(p, text[i]->p, text[i]->n);
		text[i]->p = p;
		p += text[i]->n;
	}
}

static struct kept *
new_rule(const struct rule *rule)
{
	struct kept *k = xcalloc(1, sizeof *k);

	*k = (struct kept){.priority = rule->priority,
	    .pattern = {.text = rule->pattern},
	    .category = rule->category,
	    .family = rule->family};
	return k;
}

/* Puts a rule after those of its priority, which takes it over. */
static void
insert(struct rules *r, struct kept *k)
{
	size_t at = r->n;

	ARRAY_PUSH(r->rule, r->n, &r->cap, k);
	while (at > r->first && r->rule[at - 1]->priority < k->priority) {
		r->rule[at] = r->rule[at - 1];
		at--;
	}
	r->rule[at] = k;
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

	if (rule->pattern.n && rule_pattern_check(rule->pattern, message))
		return -1;
	k = new_rule(rule);
	own(k);
	if (rule->pattern.n && rule_pattern_compile(&k->pattern, message)) {
		free_rule(k);
		return -1;
	}
	if (is_wanted(r, rule))
		insert(r, k);
	else
		free_rule(k);
	return 0;
}

/* The tests check their patterns, not every start. */
void
rules_add_table(struct rules *r, const char *const *fields)
{
	r->first = r->n;
	for (const char *const *p = fields; *p; p += FIELDS) {
		struct rule rule = {0, span_of(p[1]), span_of(p[2]),
		    span_of(p[3]), span_of(p[4])};

		if (fixed_parse_int(span_of(p[0]), &rule.priority) == 0 &&
		    is_wanted(r, &rule))
			insert(r, new_rule(&rule));
	}
}

void
rules_add_ours(struct rules *r)
{
	rules_add_table(r, rules_ours);
}

bool
rules_know_family(const struct rules *r, struct span family)
{
	for (size_t i = 0; i < r->n; i++)
		if (span_equal(family, r->rule[i]->family))
			return true;
	return false;
}

/* The first rule that matches or ends the search, or NULL. */
static const struct kept *
search(const struct rules *r, const char *name, const char *small)
{
	struct literal_subject exact, any;

	literal_subject_init(&exact, span_of(name));
	literal_subject_init(&any, span_of(small));
	for (size_t i = 0; i < r->n; i++) {
		struct kept *k = r->rule[i];

		if (k->pattern.text.n == 0 ||
		    rule_pattern_match(&k->pattern, &exact, &any))
			return k;
	}
	return NULL;
}

bool
rules_label(
    const struct rules *r, struct span name, struct rules_labels *labels)
{
	const struct kept *found;
	char *text = xstrndup(name.n ? name.p : "", name.n);
	char *small = xstrdup(text);

	*labels = (struct rules_labels){{0}, {0}};
	for (char *p = small; *p; p++)
		*p = ascii_lower(*p);
	found = search(r, text, small);
	free(text);
	free(small);
	if (!found)
		return false;
	labels->category = found->category;
	labels->family = found->family;
	return found->pattern.text.n > 0;
}

struct span
rules_family(const struct rules *r, struct span name)
{
	struct rules_labels labels;

	rules_label(r, name, &labels);
	return labels.family;
}

enum work
rules_work(const struct rules *r, struct span name)
{
	struct span family = rules_family(r, name);

	if (span_is(family, "communication"))
		return WORK_COMMUNICATION;
	return span_is(family, "memory_copy") ? WORK_COPY : WORK_COMPUTATION;
}
