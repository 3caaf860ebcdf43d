/*
 * A table of rules and names, one a line: "p PRIORITY<TAB>PATTERN" adds a rule
 * labelled with its pattern, everything else is a name, asked with the rules
 * before it. The same name has the same labels, whichever call gives them.
 */
#include <stdint.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/meaning/rules.h"

enum { MAX_RULES = 32, MAX_LENGTH = 400, MAX_REPEATS = 5 };

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

/*
 * Repetitions within repetitions multiply in memory, in the C library and by
 * the user's own doing. Few are let through, and no counts, so that the search
 * is for faults of ours.
 */
static int
is_modest(struct span pattern)
{
	int repeats = 0;

	for (size_t i = 0; i < pattern.n; i++) {
		if (pattern.p[i] == '{')
			return 0;
		repeats += pattern.p[i] == '*' || pattern.p[i] == '+' ||
		    pattern.p[i] == '?';
	}
	return pattern.n <= MAX_LENGTH && repeats < MAX_REPEATS;
}

static void
add(struct rules *r, struct span line)
{
	const char *tab = memchr(line.p, '\t', line.n);
	char message[RULES_MESSAGE];
	struct rule rule = {0};

	if (!tab)
		return;
	rule.pattern =
	    (struct span){tab + 1, line.n - (size_t)(tab - line.p) - 1};
	rule.category = rule.family = rule.pattern;
	if (!is_modest(rule.pattern) ||
	    fixed_parse_int(
		(struct span){line.p, (size_t)(tab - line.p)}, &rule.priority))
		return;
	if (rules_add(r, &rule, message) && message[0] == 0)
		abort();
}

static void
ask(const struct rules *r, struct span name)
{
	struct rules_labels a, b;
	struct span family;

	if (name.n > MAX_LENGTH)
		return;
	rules_label(r, name, &a);
	rules_label(r, name, &b);
	family = rules_family(r, name);
	if (!span_equal(a.category, b.category) ||
	    !span_equal(a.family, family))
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct span rest = {(const char *)p, n};
	struct rules *r = rules_new();
	int rules = 0;

	while (r && rest.n) {
		const char *end = memchr(rest.p, '\n', rest.n);
		size_t m = end ? (size_t)(end - rest.p) : rest.n;

		if (m > 2 && rest.p[0] == 'p' && rest.p[1] == ' ' &&
		    rules++ < MAX_RULES)
			add(r, (struct span){rest.p + 2, m - 2});
		else
			ask(r, (struct span){rest.p, m});
		rest.p += end ? m + 1 : m;
		rest.n -= end ? m + 1 : m;
	}
	rules_free(r);
	return 0;
}
