#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/pool.h"
#include "tests/unit/test.h"

enum { MANY = 300000 };

static void
test_few(void)
{
	static const char given[] = "norm";
	struct span text = span_of(given);
	struct pool *p = pool_new();

	CHECK_INT(pool_count(p), 0);
	CHECK_INT(pool_find(p, span_of("gemm")), POOL_NONE);
	CHECK_INT(pool_add(p, span_of("gemm")), 0);
	CHECK_INT(pool_add(p, span_of("copy")), 1);
	CHECK_INT(pool_add(p, span_of("gemm")), 0);
	CHECK_INT(pool_add(p, span_of("")), 2);
	CHECK_INT(pool_add(p, (struct span){NULL, 0}), 2);
	CHECK_INT(pool_add(p, (struct span){"a\0b", 3}), 3);
	CHECK_INT(pool_add(p, (struct span){"a\0c", 3}), 4);
	CHECK_INT(pool_add(p, span_of("a")), 5);
	CHECK_INT(pool_find(p, span_of("copy")), 1);
	CHECK_INT(pool_find(p, span_of("cop")), POOL_NONE);
	CHECK_INT(pool_count(p), 6);
	CHECK_INT(pool_add_near(p, 1, span_of("copy")), 1);
	CHECK_INT(pool_add_near(p, 1, span_of("gemm")), 0);
	CHECK_INT(pool_add_near(p, POOL_NONE, span_of("copy")), 1);
	CHECK_INT(pool_count(p), 6);
	CHECK(span_is(pool_get(p, 1), "copy"));
	CHECK_INT(pool_get(p, 2).n, 0);
	CHECK_INT(pool_get(p, 3).n, 3);
	pool_keep(p, &text);
	CHECK(text.p != given && span_is(text, "norm"));
	CHECK_INT(pool_find(p, text), 6);
	pool_free(p);
}

/* Names like those of kernels: long, and alike but for a number. */
static struct span
name(char *text, size_t size, int i)
{
	int n = snprintf(text, size,
	    "Cijk_Ailk_Bljk_BBS_BH_Bias_HAS_SAV_UserArgs_MT%dx%dx64_SN_K%d",
	    i % 7, i % 1000, i);

	return (struct span){text, (size_t)n};
}

static void
test_sorted(void)
{
	struct pool *p = pool_new();
	struct span *text;
	uint32_t *place;

	CHECK_INT(pool_add(p, span_of("b")), 0);
	CHECK_INT(pool_add(p, span_of("c")), 1);
	CHECK_INT(pool_add(p, span_of("a")), 2);
	text = pool_sorted(p, &place);
	CHECK(span_is(text[0], "a") && span_is(text[2], "c"));
	CHECK_INT(place[0], 1);
	CHECK_INT(place[1], 2);
	CHECK_INT(place[2], 0);
	free(text);
	free(place);
	pool_free(p);
}

static void
test_many(void)
{
	struct pool *p = pool_new();
	struct span first;
	char text[200];
	int numbered = 0, found = 0, kept = 0;

	pool_add(p, name(text, sizeof text, 0));
	first = pool_get(p, 0);
	for (int i = 0; i < MANY; i++)
		numbered +=
		    pool_add(p, name(text, sizeof text, i)) == (uint32_t)i;
	for (int i = MANY; i-- > 0;) {
		struct span s = name(text, sizeof text, i);

		found += pool_find(p, s) == (uint32_t)i;
		kept += span_equal(pool_get(p, (uint32_t)i), s);
	}
	CHECK_INT(numbered, MANY);
	CHECK_INT(found, MANY);
	CHECK_INT(kept, MANY);
	CHECK_INT(pool_count(p), MANY);
	CHECK(pool_get(p, 0).p == first.p);
	pool_free(p);
}

/* Strings longer than a block, and behind them short ones again. */
static void
test_long(void)
{
	struct pool *p = pool_new();
	size_t n = 1000000;
	char *text = calloc(n, 1);
	int kept = 0;

	for (int i = 0; i < 10; i++) {
		text[n - 1] = (char)i;
		pool_add(p, (struct span){text, n});
		pool_add(p, (struct span){text + n - 1, 1});
	}
	CHECK_INT(pool_count(p), 20);
	for (int i = 0; i < 10; i++) {
		struct span s = pool_get(p, (uint32_t)(2 * i));

		text[n - 1] = (char)i;
		kept += span_equal(s, (struct span){text, n});
		s = pool_get(p, (uint32_t)(2 * i + 1));
		kept += s.n == 1 && *s.p == i;
	}
	CHECK_INT(kept, 20);
	free(text);
	pool_free(p);
	pool_free(NULL);
}

int
main(void)
{
	test_few();
	test_sorted();
	test_many();
	test_long();
	return test_done();
}
