#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-align/compare.h"

enum { MOST = 16 };

static struct pool *names;
static struct rules *rules;

/* Makes rows of the words of a text; kernel i takes i + 1 ns. */
static size_t
spell(const char *text, struct row *rows)
{
	size_t n = 0;

	while (*text) {
		size_t length = strcspn(text, " ");

		rows[n] = (struct row){.line = n,
		    .position = (int64_t)n + 1,
		    .name = pool_add(names, (struct span){text, length}),
		    .sum = (int64_t)n + 1};
		n++;
		text += length;
		text += *text == ' ';
	}
	return n;
}

/* Writes "1=1 2~2 3- -4": exact, similar, removed, added, with :GROUP or >TWIN.
 */
static void
describe(const struct comparison *c, char *out)
{
	char *p = out;

	*p = 0;
	for (size_t i = 0; i < c->npairs; i++) {
		const struct pair *r = &c->pairs[i];

		if (i > 0)
			*p++ = ' ';
		if (r->a)
			p += sprintf(p, "%lld", (long long)r->a->position);
		*p++ = "=~--"[r->match];
		if (r->b)
			p += sprintf(p, "%lld", (long long)r->b->position);
		if (r->group)
			p += sprintf(p, ":%zu", r->group);
		if (r->twin)
			p += sprintf(p, ">%lld", (long long)r->twin->position);
	}
	*p = 0;
}

static struct comparison
compare_texts(const char *a, const char *b)
{
	static struct row rows_a[MOST], rows_b[MOST];
	struct comparison c;
	size_t na, nb;

	na = spell(a, rows_a);
	nb = spell(b, rows_b);
	if (compare(&c, rows_a, na, rows_b, nb, names, rules))
		abort();
	return c;
}

static void
check(const char *a, const char *b, const char *want)
{
	struct comparison c = compare_texts(a, b);
	char got[MOST * 32];

	describe(&c, got);
	test_point(strcmp(got, want) == 0, want, __FILE__, __LINE__);
	if (strcmp(got, want) != 0)
		printf("# got %s\n", got);
	comparison_free(&c);
}

static void
test_matches(void)
{
	check("x y", "x y", "1=1 2=2");
	check("x k_64x64", "x k_32x32", "1=1 2~2");
	check("x nvjet", "x cijk_a", "1=1 2~2");
	check("x p q", "x r", "1=1 2-:1 3-:1 -2:1");
	check("", "x", "-1:1");
	check("", "", "");
}

static void
test_moved(void)
{
	/* A moved kernel is in no group, and does not divide one. */
	check("x y z w", "y x z w", "1->2 2=1 -2>1 3=3 4=4");
	check("p x y z w", "y x z w", "1-:1 2->2 3=1 -2>2 4=3 5=4");
	check("k_1 x y z", "x y k_2 z", "1->3 2=1 3=2 -3>1 4=4");
	check("k k x y z", "x y z k", "3=1 4=2 5=3 1=4 2-:1");
}

static void
test_runs(void)
{
	check("x p y q z", "x y z", "1=1 2-:1 3=2 4-:2 5=3");
	/* On the ring what is behind the last pair meets what is before it. */
	check("p x y", "x y q", "1-:1 2=1 3=2 -3:1");
	check("x y p", "q x y", "-1:1 1=2 2=3 3-:1");
	check("p x q y r", "x y", "1-:1 2=1 3-:2 4=2 5-:1");
}

static void
test_fusion(void)
{
	/* The fused kernel pairs with silu, and belongs to what is gone. */
	check("x op_silu op_mul y", "x triton_poi_fused_add_silu_0 y",
	    "1=1 2~2 3-:1 4=3");
	check("x op_silu op_add y", "x triton_poi_fused_add_silu_0 y",
	    "1=1 2~2:1 3-:1 4=3");
	check("x triton_poi_fused_add_silu_0 y", "x op_add op_silu y",
	    "1=1 -2:1 2~3:1 3=4");
	check("x op_add op_mul y", "x triton_poi_fused_add_mul_0 y",
	    "1=1 2-:1 3-:1 -2:1 4=3");
	/* An exact pair never belongs. */
	check("x op_add op_add y", "x op_add y", "1=1 2=2 3-:1 4=3");
}

static void
check_group(const char *a, const char *b, size_t a_rows, size_t b_rows,
    size_t explained)
{
	struct comparison c = compare_texts(a, b);

	CHECK_INT(c.ngroups, 1);
	if (c.ngroups == 1) {
		CHECK_INT(c.groups[0].a_rows, a_rows);
		CHECK_INT(c.groups[0].b_rows, b_rows);
		CHECK_INT(c.groups[0].explained, explained);
	}
	comparison_free(&c);
}

static void
test_confidence(void)
{
	check_group(
	    "x op_add op_mul y", "x triton_poi_fused_add_mul_0 y", 2, 1, 3);
	check_group(
	    "x op_add op_exp y", "x triton_poi_fused_add_mul_0 y", 2, 1, 2);
	check_group("x op_exp y", "x op_sin y", 1, 1, 0);
	check_group(
	    "x op_silu op_add y", "x triton_poi_fused_add_silu_0 y", 2, 1, 3);
	check_group("x y attention", "x y attention attention_reduce", 0, 1, 0);
	check_group("x kernel_attention_2d y",
	    "x kernel_attention_3d attention_reduce y", 1, 2, 3);
}

static void
test_balance(void)
{
	struct comparison c = compare_texts(
	    "x op_silu op_add y w", "x triton_poi_fused_add_silu_0 y v");
	const struct balance *sum = &c.balance;

	CHECK_INT(sum->rows[EXACT], 2);
	CHECK_INT(sum->a[EXACT], 1 + 4);
	CHECK_INT(sum->b[EXACT], 1 + 3);
	CHECK_INT(sum->rows[SIMILAR], 1);
	CHECK_INT(sum->a[SIMILAR], 2);
	CHECK_INT(sum->b[SIMILAR], 2);
	CHECK_INT(sum->rows[REMOVED], 2);
	CHECK_INT(sum->a[REMOVED], 3 + 5);
	CHECK_INT(sum->b[REMOVED], 0);
	CHECK_INT(sum->rows[ADDED], 1);
	CHECK_INT(sum->a[ADDED], 0);
	CHECK_INT(sum->b[ADDED], 4);
	CHECK_INT(c.ngroups, 2);
	CHECK_INT(c.groups[0].a_sum, 2 + 3);
	CHECK_INT(c.groups[0].b_sum, 2);
	comparison_free(&c);
}

int
main(void)
{
	names = pool_new();
	rules = rules_new();
	if (!names || !rules || rules_add_ours(rules))
		return 1;
	test_matches();
	test_moved();
	test_runs();
	test_fusion();
	test_confidence();
	test_balance();
	pool_free(names);
	rules_free(rules);
	return test_done();
}
