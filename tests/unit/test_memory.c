/*
 * What computes returns -1 at whatever allocation there is no memory, and frees
 * what it had.
 */
#include <limits.h>

#include "common/meaning/interval.h"
#include "common/meaning/kname.h"
#include "common/trace/launch.h"
#include "tests/unit/failing.h"
#include "tests/unit/test.h"
#include "tools/trace-align/compare.h"
#include "tools/trace-align/operations.h"
#include "tools/trace-classify/coverage.h"
#include "tools/trace-classify/labels.h"
#include "tools/trace-link/call_tree.h"
#include "tools/trace-timeline/timeline.h"

enum { MANY = 400 };

static struct pool *names;
static struct rules *rules;

static int
grow(void)
{
	struct buf b = {0};
	int rc = buf_add(&b, "text", 4) || buf_reserve(&b, 100000) ? -1 : 0;

	buf_free(&b);
	return rc;
}

/* Every second stretch, from the last to the first. */
static int
add_many(struct intervals *s, int64_t shift)
{
	for (int64_t i = MANY; i-- > 0;)
		if (intervals_add(
			s, (struct interval){4 * i + shift, 4 * i + shift + 2}))
			return -1;
	return 0;
}

static int
combine_intervals(void)
{
	struct intervals a = {0}, b = {0}, all = {0}, less = {0}, gaps = {0};
	int rc = -1;

	if (add_many(&a, 0) == 0 && add_many(&b, 1) == 0 &&
	    intervals_close(&a) == 0 && intervals_close(&b) == 0 &&
	    intervals_union(&a, &b, &all) == 0 &&
	    intervals_minus(&a, &b, &less) == 0 &&
	    intervals_gaps(&less, &gaps) == 0)
		rc = 0;
	intervals_free(&a);
	intervals_free(&b);
	intervals_free(&all);
	intervals_free(&less);
	intervals_free(&gaps);
	return rc;
}

static int
make_timeline(void)
{
	struct intervals work[WORKS] = {{0}};
	struct timeline t = {0};
	int rc = -1;

	if (add_many(&work[0], 0) == 0 && add_many(&work[1], 1) == 0 &&
	    add_many(&work[2], 3) == 0)
		rc = timeline_make(&t, work, 3);
	else
		for (int i = 0; i < WORKS; i++)
			intervals_free(&work[i]);
	timeline_free(&t);
	return rc;
}

static int
normalise(void)
{
	static const char *const name[] = {
	    "void a::b<float, {lambda(int)#1}, 3ul>(float*, int [3])",
	    "Cijk_Ailk_Bljk_HHS_BH_MT64x64x32_SN_1LDSB0", "triton_poi_fused_12",
	    "_ZN2at6native12reduce_kernelILi512ELi1EDF16b_EEvT_", "123", ""};
	struct buf b = {0};
	int rc = 0;

	for (size_t i = 0; i < sizeof name / sizeof *name && rc == 0; i++) {
		buf_free(&b);
		rc = kname_normalise(span_of(name[i]), &b);
	}
	buf_free(&b);
	return rc;
}

static int
label(void)
{
	struct labels *l = labels_new(rules);
	struct rules_labels found;
	int rc = l ? 0 : -1;

	for (uint32_t i = 0; i < pool_count(names) && rc == 0; i++)
		rc = labels_find(l, pool_get(names, i), &found);
	labels_free(l);
	return rc;
}

static int
cover(void)
{
	struct coverage c;
	int rc = coverage_init(&c);

	for (uint32_t i = 0; i < pool_count(names) && rc == 0; i++)
		rc = coverage_add(&c, pool_get(names, i), 100 - i % 3);
	if (rc == 0 && coverage_sort(&c) != pool_count(names))
		rc = 1;
	coverage_free(&c);
	return rc;
}

static int
compare_rows(void)
{
	static struct row a[MANY], b[MANY];
	struct likeness likeness;
	struct comparison c;
	int rc;

	for (size_t i = 0; i < MANY; i++) {
		a[i] = (struct row){.position = (int64_t)i + 1,
		    .name = (uint32_t)(i % pool_count(names)),
		    .sum = 10};
		b[i] = a[i];
		b[i].name = (uint32_t)((i + i / 50) % pool_count(names));
	}
	rc = likeness_init(&likeness, names, rules);
	c = (struct comparison){0};
	if (rc == 0)
		rc = compare(&c, a, MANY, b, MANY - 30, &likeness);
	comparison_free(&c);
	likeness_free(&likeness);
	return rc;
}

/* Names that say what was fused, longer and longer, with many operators. */
static int
read_words(void)
{
	struct buf name = {0};
	struct words w;
	struct ops ops;
	char word[20];
	int rc = words_open(&w, rules);

	for (int i = 0; i < 60 && rc == 0; i++) {
		int n = sprintf(word, "%smul_op%c%c_", i ? "" : "fused_add_",
		    'a' + i % 26, 'a' + i / 26);

		rc = buf_add(&name, word, (size_t)n) ||
			words_read(&w, buf_span(&name),
			    (struct span){word, (size_t)n}, &ops) ||
			words_read(
			    &w, span_of("x"), span_of("gemm_reduce"), &ops)
		    ? -1
		    : 0;
	}
	buf_free(&name);
	words_close(&w);
	return rc;
}

static int
link_rows(void)
{
	static const uint32_t correlation[] = {0, 1, HOST_NONE};
	static const unsigned char known[2];
	struct launch launch[3];
	struct host h[MANY];
	struct call_tree t;
	int rc;

	for (int i = 0; i < MANY; i++)
		h[i] = (struct host){.kind = (uint8_t)(i % 4),
		    .thread = (uint32_t)(1 + i % 2),
		    .start = i * 100,
		    .end = i * 100 + 5000,
		    .correlation = i % 4 == HOST_CALL ? 0 : HOST_NONE};
	rc = call_tree_build(&t, h, MANY, 3);
	if (rc)
		return rc;
	call_tree_free(&t);
	return launch_find(h, MANY, known, 2, correlation, 3, launch);
}

int
main(void)
{
	char name[40];
	int64_t *large = NULL;
	size_t cap = 0;

	names = pool_new();
	rules = rules_new();
	if (!names || !rules || rules_add_ours(rules))
		abort();
	for (int i = 0; i < 60; i++) {
		snprintf(
		    name, sizeof name, "gemm_%c<float>_%d", 'a' + i % 20, i);
		if (pool_add(names, span_of(name)) == POOL_NONE)
			abort();
	}
	CHECK_INT(ARRAY_RESERVE(large, &cap, SIZE_MAX / 2), -1);
	CHECK_INT(failing_wrong(grow), 0);
	CHECK_INT(failing_wrong(combine_intervals), 0);
	CHECK_INT(failing_wrong(make_timeline), 0);
	CHECK_INT(failing_wrong(normalise), 0);
	/* patterns are compiled when they are needed, and stay */
	CHECK_INT(label(), 0);
	CHECK_INT(read_words(), 0);
	CHECK_INT(failing_wrong(label), 0);
	CHECK_INT(failing_wrong(cover), 0);
	CHECK_INT(failing_wrong(compare_rows), 0);
	CHECK_INT(failing_wrong(read_words), 0);
	CHECK_INT(failing_wrong(link_rows), 0);
	pool_free(names);
	rules_free(rules);
	return test_done();
}
