#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-align/comparison.h"

enum { MOST = 40 };

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
		    .sum = (int64_t)n + 1,
		    .each = (int64_t)n + 1};
		n++;
		text += length;
		text += *text == ' ';
	}
	return n;
}

/*
 * Writes "1=1 2~2 3- -4": exact, similar, removed, added, with :GROUP;
 * and 3>4 for moved.
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
		*p++ = "=~>--"[r->match];
		if (r->b)
			p += sprintf(p, "%lld", (long long)r->b->position);
		if (r->group)
			p += sprintf(p, ":%zu", r->group);
	}
	*p = 0;
}

/* Compares rows with what is known of their names by now. */
static void
compare_named(struct comparison *c, const struct row *a, size_t na,
    const struct row *b, size_t nb)
{
	struct likeness likeness;

	likeness_init(&likeness, names, rules);
	compare(c, a, na, b, nb, &likeness);
	likeness_free(&likeness);
}

static struct comparison
compare_texts(const char *a, const char *b)
{
	static struct row rows_a[MOST], rows_b[MOST];
	struct comparison c;
	size_t na, nb;

	na = spell(a, rows_a);
	nb = spell(b, rows_b);
	compare_named(&c, rows_a, na, rows_b, nb);
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
	check("", "x", "-1");
	check("", "", "");
}

static void
test_moved(void)
{
	/* A moved kernel is in no group, and does not divide one. */
	check("x y z w", "y x z w", "2=1 1>2 3=3 4=4");
	check("p x y z w", "y x z w", "1- 3=1 2>2 4=3 5=4");
	check("k_1 x y z", "x y k_2 z", "2=1 3=2 1>3 4=4");
	check("k k x y z", "x y z k", "3=1 4=2 5=3 1=4 2-");
	/* A kernel that is part of a fused one has not moved. */
	check("x op_add op_mul y z", "x triton_poi_fused_add_mul_0 y op_add z",
	    "1=1 2-:1 3-:1 -2:1 4=3 -4 5=5");
	check("op_mul x y z op_add", "x op_add y z triton_poi_fused_add_mul_0",
	    "1-:1 2=1 -2 3=3 4=4 5-:1 -5:1");
}

static void
test_runs(void)
{
	/* Rows that only one side has are in no group. */
	check("x p y q z", "x y z", "1=1 2- 3=2 4- 5=3");
	/* On the ring what is behind the last pair meets what is before it. */
	check("p x y", "x y q", "1-:1 2=1 3=2 -3:1");
	check("x y p", "q x y", "-1:1 1=2 2=3 3-:1");
	check("p x q y r", "x y", "1- 2=1 3- 4=2 5-");
}

static void
test_fusion(void)
{
	/* The fused kernel does the work of two, and pairs with neither. */
	check("x op_silu op_add y", "x triton_poi_fused_add_silu_0 y",
	    "1=1 2-:1 3-:1 -2:1 4=3");
	check("x triton_poi_fused_add_silu_0 y", "x op_add op_silu y",
	    "1=1 2-:1 -2:1 -3:1 3=4");
	check("x rms_norm op_add y", "x fused_add_rms_norm_kernel y",
	    "1=1 2-:1 3-:1 -2:1 4=3");
	check("x rotary_embedding_kernel reshape_and_cache_flash_kernel y",
	    "x _fused_qk_rope_reshape_and_cache_kernel y",
	    "1=1 2-:1 3-:1 -2:1 4=3");
	check("x op_silu op_mul y", "x vllm::silu_and_mul_kernel y",
	    "1=1 2-:1 3-:1 -2:1 4=3");
	check("x op_add triton_poi_fused_mul_sub_0 y",
	    "x triton_poi_fused_add_mul_sub_1 y", "1=1 2-:1 3-:1 -2:1 4=3");
	/* It is with the kernels that it does, not with others. */
	check("n op_add op_mul n n", "n triton_poi_fused_add_mul_0 n",
	    "1=1 2-:1 3-:1 -2:1 4=3 5-");
	check("n n op_add op_mul n", "n triton_poi_fused_add_mul_0 n",
	    "1=1 2-:1 3-:1 4-:1 -2:1 5=3");
	/* Kernels that it does not do may be among them. */
	check("n op_add op_exp op_mul n n", "n triton_poi_fused_add_mul_0 n",
	    "1=1 2-:1 3-:1 4-:1 -2:1 5=3 6-");
	/* One does not fuse another that does as much. */
	check("x op_silu op_mul y", "x triton_poi_fused_add_silu_0 y",
	    "1=1 2~2 3- 4=3");
	check("x gemm_a op_add y", "x nvjet gemm_b y", "1=1 2~2 3-:1 -3:1 4=4");
	/* Views and types do not count. */
	check("x triton_poi_fused_add_mul_view_0 y",
	    "x triton_poi_fused__to_copy_add_mul_3 y", "1=1 2~2 3=3");
	/* A pair belongs if it does the work on one side only. */
	check("x kernel_attention_2d y",
	    "x kernel_attention_3d attention_reduce y", "1=1 2~2:1 -3:1 3=4");
	check("x op_add op_add y", "x op_add y", "1=1 2=2 3- 4=3");
}

/* Sets the time of a kernel, by its position. */
static void
take(struct row *rows, size_t position, int64_t ns)
{
	rows[position - 1].sum = rows[position - 1].each = ns;
}

/* Three GEMMs in one: the times say so, and the names that they are GEMMs. */
static void
test_families(void)
{
	static struct row a[MOST], b[MOST];
	struct comparison c;
	char got[MOST * 32];
	size_t na = spell("x gemm_q gemm_k gemm_v y", a);
	size_t nb = spell("x gemm_qkv y", b);

	for (size_t i = 2; i < 5; i++)
		take(a, i, 100);
	take(b, 2, 290);
	compare_named(&c, a, na, b, nb);
	describe(&c, got);
	CHECK(strcmp(got, "1=1 2~2:1 3-:1 4-:1 5=3") == 0);
	CHECK_INT(c.groups[1].rows[0], 3);
	CHECK_INT(c.groups[1].rows[1], 1);
	CHECK(span_is(c.groups[1].name, "gemm"));
	comparison_free(&c);
	/* Without that the others are gone. */
	take(b, 2, 101);
	compare_named(&c, a, na, b, nb);
	describe(&c, got);
	CHECK(strcmp(got, "1=1 2~2 3- 4- 5=3") == 0);
	comparison_free(&c);
}

/* Parts a few pairs away, and kernels that fuse the same one after another. */
static void
test_evidence(void)
{
	check("gemm_gate op_silu gemm_up op_mul gemm_down",
	    "gemm_gate gemm_up triton_poi_fused_mul_silu_0 gemm_down",
	    "1=1 2-:1 3=2 4-:1 -3:1 5=4");
	check("x op_add op_mul op_add op_mul y",
	    "x triton_poi_fused_add_mul_0 triton_poi_fused_add_mul_1 y",
	    "1=1 2-:1 3-:1 4-:1 5-:1 -2:1 -3:1 6=4");
}

/* Rows on both sides of a pair belong to it, wherever the ring begins. */
static void
test_belongs(void)
{
	check("x attention_2d y",
	    "x attention_reduce attention_3d attention_reduce y",
	    "1=1 -2:1 2~3:1 -4:1 3=5");
	check("attention_2d y x",
	    "attention_3d attention_reduce y x attention_reduce",
	    "1~1:1 -2:1 2=3 3=4 -5:1");
	check("x attention_reduce attention_3d attention_reduce y",
	    "x attention_2d y", "1=1 2-:1 3~2:1 4-:1 5=3");
}

static void
check_group(const char *a, const char *b, size_t a_rows, size_t b_rows,
    size_t explained)
{
	struct comparison c = compare_texts(a, b);

	CHECK_INT(c.ngroups, 1);
	if (c.ngroups == 1) {
		CHECK_INT(c.groups[1].rows[0], a_rows);
		CHECK_INT(c.groups[1].rows[1], b_rows);
		CHECK_INT(c.groups[1].explained, explained);
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
	check_group("x op_mul op_add y",
	    "x triton_poi_fused_add_mul_0 triton_poi_fused_mul_sub_1 y", 2, 2,
	    4);
	check_group("x kernel_attention_2d y",
	    "x kernel_attention_3d attention_reduce y", 1, 2, 3);
	check_group("x gemm_1 y", "x gemm_2 Cijk_PostGSU4 y", 1, 2, 3);
}

int
main(void)
{
	names = pool_new();
	rules = rules_new();
	rules_add_ours(rules);
	test_matches();
	test_moved();
	test_runs();
	test_fusion();
	test_families();
	test_evidence();
	test_belongs();
	test_confidence();
	pool_free(names);
	rules_free(rules);
	return test_done();
}
