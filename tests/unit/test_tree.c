#include <stdlib.h>

#include "common/json/python.h"
#include "common/trace/launch.h"
#include "tests/unit/test.h"
#include "tools/trace-tree/frame_name.h"
#include "tools/trace-tree/tree_table.h"

static struct host
row(uint32_t thread, int64_t start, int64_t end)
{
	return (struct host){.thread = thread,
	    .start = start * 1000,
	    .end = end * 1000,
	    .correlation = HOST_NONE};
}

/* Two streams work at the same time: each holder counts the union. */
static void
test_union(void)
{
	struct host h[] = {row(0, 0, 50), row(0, 1, 10), row(0, 20, 30),
	    row(9, 100, 110), row(9, 105, 107), row(9, 108, 120),
	    row(9, 200, 201)};
	struct launch launch[] = {{1, LAUNCH_FLOW}, {2, LAUNCH_FLOW},
	    {2, LAUNCH_GRAPH}, {HOST_NONE, LAUNCH_ABSENT}};
	struct tree t;

	tree_build(&t, h, 3, 7, 1, launch, NULL);
	CHECK_INT(t.node[0].gpu, 20000);
	CHECK_INT(t.node[0].events, 3);
	CHECK_INT(t.node[1].gpu, 10000);
	CHECK_INT(t.node[2].gpu, 14000);
	CHECK_INT(t.node[6].gpu, 1000);
	CHECK_INT(t.node[6].parent, TREE_NONE);
	CHECK_INT(t.node[0].next, 6);
	tree_free(&t);
}

/* 10^5 operators, each inside the one before: neither stack nor square. */
static void
test_deep(void)
{
	enum { DEEP = 100000 };
	struct host *h = malloc((DEEP + 1) * sizeof *h);
	struct launch launch = {DEEP - 1, LAUNCH_FLOW};
	size_t depth = 0, deepest = 0;
	struct tree t;

	for (int i = 0; h && i < DEEP; i++)
		h[i] = row(0, i, 2 * DEEP - i);
	h[DEEP] = row(0, 0, 7);
	tree_build(&t, h, DEEP, DEEP + 1, 1, &launch, NULL);
	for (uint32_t i = t.root; i != TREE_NONE;
	     i = tree_after(&t, i, t.root, &depth))
		deepest = depth > deepest ? depth : deepest;
	CHECK_INT(deepest, DEEP);
	CHECK_INT(t.node[0].gpu, 7000);
	tree_free(&t);
	free(h);
}

/* A crossing row holds nothing; the reference also drops slight crossings. */
static void
test_crossing(void)
{
	struct host h[] = {
	    row(0, 0, 10), row(0, 5, 20), row(0, 6, 8), row(0, 9, 21)};
	struct reference_time time[] = {{0, 10}, {5, 20}, {6, 8}, {9.5, 21}};
	struct tree t;

	tree_build(&t, h, 4, 4, 1, NULL, NULL);
	CHECK(t.node[1].crosses);
	CHECK_INT(t.node[2].parent, 0);
	CHECK_INT(t.node[3].crosses, 1);
	tree_free(&t);
	h[3].start = 9500;
	tree_build(&t, h, 4, 4, 1, NULL, NULL);
	CHECK_INT(t.node[3].crosses, 0);
	tree_free(&t);
	tree_build(&t, h, 4, 4, 1, NULL, time);
	CHECK_INT(t.node[3].crosses, 1);
	tree_free(&t);
}

static void
check_quoted(const char *json, const char *python)
{
	struct buf out = {0};

	python_add(&out, span_of(json), false);
	CHECK(span_is(buf_span(&out), python));
	buf_free(&out);
}

static void
test_quoted(void)
{
	check_quoted("[[1,2],[],[\"\"]]", "[[1, 2], [], ['']]");
	check_quoted("[true,false,null,1.5]", "[True, False, None, 1.5]");
	check_quoted("[\"it's\",\"a,b\"]", "[\"it's\", 'a,b']");
	check_quoted("[\"a\\\"b\"]", "['a\"b']");
	check_quoted("plain, text", "plain, text");
	check_quoted("[\"a'\\\"\\n\"]", "['a\\'\"\\n']");
	check_quoted("[\"open", "['ope'");
}

static void
test_frames(void)
{
	struct span call = span_of("torch/nn/modules/module.py(1): _call_impl");
	struct span own = span_of("model/layer.py(20): moe_forward");

	CHECK(frame_is_wrapper(call));
	CHECK(!frame_is_wrapper(own));
	CHECK(frame_is_wrapper(span_of("a/b.py(3): wrapper")));
	CHECK(!frame_is_wrapper(span_of("a/b.py(3): wrapper2")));
	CHECK(frame_implements(own, span_of("vllm::MOE_forward")));
	CHECK(!frame_implements(own, span_of("vllm::other")));
	CHECK(span_is(
	    frame_class(span_of("nn.Module: Linear_12")), "nn.Module: Linear"));
	CHECK(span_is(
	    frame_class(span_of("nn.Module: A_1_b")), "nn.Module: A_1_b"));
	CHECK(span_is(frame_class(span_of("aten::conv_2")), "aten::conv_2"));
}

int
main(void)
{
	test_union();
	test_deep();
	test_crossing();
	test_quoted();
	test_frames();
	return test_done();
}
