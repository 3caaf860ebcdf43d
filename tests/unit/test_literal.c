#include <regex.h>
#include <stdint.h>
#include <stdlib.h>

#include "common/meaning/rules.h"
#include "tests/unit/test.h"

enum { ROUNDS = 20000, LENGTH = 12 };

/*
 * The literals as "text", "^text" where it starts, "text." where it is all,
 * "text+also" where there is another one.
 */
static void
check(const char *expression, const char *want)
{
	struct span rest = span_of(expression);
	struct literal l;
	char got[200] = "";
	int status;

	while ((status = literal_next(&rest, &l)) > 0) {
		size_t n = strlen(got);

		snprintf(got + n, sizeof got - n, "%s%s%.*s%s%.*s%s",
		    n ? " " : "", l.starts ? "^" : "", (int)l.text.n, l.text.p,
		    l.also.n ? "+" : "", (int)l.also.n, l.also.p,
		    l.whole ? "." : "");
	}
	if (status < 0)
		strcat(got, "?");
	test_point(strcmp(got, want) == 0, expression, __FILE__, __LINE__);
	if (strcmp(got, want))
		printf("# got %s, want %s\n", got, want);
}

static void
test_literals(void)
{
	check("gemm", "gemm.");
	check("nccl|all_?reduce|ab_?reduction",
	    "nccl. all_?reduce. ab_?reduction.");
	check("^aten::(sum|nansum)$", "^aten::");
	check("^triton_", "^triton_.");
	check("^triton_.*_cat_.*mul_.*(neg|sub)", "^triton_+_cat_");
	check("_loss(_backward)?$", "_loss");
	check("(mha|mla).*prefill", "prefill");
	check("mul[a-z]*functor", "functor+mul");
	check("[^a-z]pow_", "pow_");
	check("ab+cd", "ab+cd");
	check("x.*ab+?cd", "cd+x");
	check("a?bc?d.e", "bc?d+e");
	check("ab?c?d?e?f?g", "ab?c?d?e?+g");
	check("abc+d", "abc+d");
	check("a{0,3}bc", "bc");
	check("a\\.bc", "bc+a");
	check("[]|a]bc[[:alpha:]|x]|d", "bc d.");
	check("(a(b|[)])c)d|e", "d e.");
	check("ab+*", "a");
	check("a^bc$", "bc+a");
	check("\xc3\xa9?x", "x");
}

/* Patterns that may match without a text, or are not understood. */
static void
test_none(void)
{
	check("", "");
	check(".*", "?");
	check("a?", "?");
	check("abc|", "?");
	check("|abc", "?");
	check("abc|[0-9]", "abc.?");
	check("abc|a{", "abc.?");
	check("*a", "?");
	check("(a", "?");
	check("a)", "?");
	check("[a", "?");
	check("a\\", "?");
}

static uint32_t
next(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 16;
}

static void
make(uint32_t *seed, const char *letters, char *text)
{
	uint32_t n = next(seed) % LENGTH;

	for (uint32_t i = 0; i < n; i++)
		text[i] = letters[next(seed) % strlen(letters)];
	text[n] = 0;
}

/* 1 it matches, 0 it does not, -1 it may. */
static int
ask(const char *expression, const char *subject)
{
	struct span rest = span_of(expression);
	struct literal_subject s;
	struct literal l;
	int status, may = 0;

	literal_subject_init(&s, span_of(subject));
	while ((status = literal_next(&rest, &l)) > 0)
		if (literal_in(&l, &s)) {
			if (l.whole)
				return 1;
			may = -1;
		}
	return status < 0 ? -1 : may;
}

/* Expressions at random, and subjects: never another answer than the library.
 */
static void
test_library(const char *letters)
{
	char expression[LENGTH + 1], subject[LENGTH + 1];
	uint32_t seed = 7;
	int wrong = 0, known = 0;

	for (int i = 0; i < ROUNDS; i++) {
		regex_t pattern;
		int got, want;

		make(&seed, letters, expression);
		if (!*expression ||
		    regcomp(&pattern, expression, REG_EXTENDED | REG_NOSUB))
			continue;
		for (int k = 0; k < 10; k++) {
			make(&seed, "abc1|", subject);
			want = !regexec(&pattern, subject, 0, NULL, 0);
			got = ask(expression, subject);
			known += got >= 0;
			wrong += got >= 0 && got != want;
			if (got >= 0 && got != want && wrong < 9)
				printf("# %s: %s\n", expression, subject);
		}
		regfree(&pattern);
	}
	CHECK_INT(wrong, 0);
	CHECK(known > ROUNDS);
}

int
main(void)
{
	test_literals();
	test_none();
	test_library("aabbcc|.*+?()[]^$\\{1}");
	test_library("abc???|");
	return test_done();
}
