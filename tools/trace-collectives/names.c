#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "tools/trace-collectives/names.h"

struct name_rule {
	regex_t pattern;
	struct buf collective;
};

void
names_free(struct names *names)
{
	for (size_t i = 0; i < names->n; i++) {
		regfree(&names->rule[i].pattern);
		buf_free(&names->rule[i].collective);
	}
	free(names->rule);
	buf_free(&names->text);
	*names = (struct names){0};
}

/* The text with a NUL after it. */
static void
set_text(struct names *names, struct span text)
{
	names->text.n = 0;
	buf_add(&names->text, text.p, text.n);
	buf_add(&names->text, "", 1);
}

int
names_add(struct names *names, struct span pattern, struct span collective)
{
	struct name_rule rule = {.collective = {0}};
	int wrong;

	set_text(names, pattern);
	ARRAY_RESERVE(names->rule, &names->cap, names->n + 1);
	wrong = regcomp(&rule.pattern, names->text.p, REG_EXTENDED | REG_NOSUB);
	if (wrong)
		return wrong;
	buf_add(&rule.collective, collective.p, collective.n);
	names->rule[names->n++] = rule;
	return 0;
}

/* Does it hold a word of small letters, whatever the case of its own? */
static bool
has_word(struct span name, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= name.n; i++) {
		size_t k = 0;

		while (k < n && ascii_lower(name.p[i + k]) == word[k])
			k++;
		if (k == n)
			return true;
	}
	return false;
}

int
names_find(struct names *names, struct span kernel, struct span *collective)
{
	bool reduce = has_word(kernel, "cross_device_reduce");

	*collective = span_of("");
	if (names->n)
		set_text(names, kernel);
	for (size_t i = 0; i < names->n; i++)
		if (regexec(&names->rule[i].pattern, names->text.p, 0, NULL,
			0) == 0) {
			*collective = buf_span(&names->rule[i].collective);
			return 1;
		}
	if (reduce)
		*collective = span_of("allreduce");
	return reduce || has_word(kernel, "nccl") || has_word(kernel, "rccl");
}
