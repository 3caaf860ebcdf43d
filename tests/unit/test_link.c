#include "common/trace/host_events.h"
#include "common/trace/launch.h"
#include "tests/unit/link_check.h"
#include "tests/unit/test.h"
#include "tools/trace-link/call_path.h"

/* Texts here are numbered as they come: 0 the scope, 1 and 2 two threads. */
enum { TEXTS = 3 };

static struct host
row(enum host_kind kind, uint32_t thread, int64_t start, int64_t end)
{
	return (struct host){.kind = (uint8_t)kind,
	    .thread = thread,
	    .start = start * 1000,
	    .end = end * 1000,
	    .correlation = HOST_NONE};
}

static void
test_nesting(void)
{
	struct host h[] = {row(HOST_OPERATOR, 1, 0, 100),
	    row(HOST_OPERATOR, 2, 5, 90), row(HOST_OPERATOR, 1, 10, 20),
	    row(HOST_CALL, 1, 10, 20), row(HOST_CALL, 1, 20, 30),
	    row(HOST_CALL, 1, 100, 101)};
	struct call_tree t;

	call_tree_build(&t, h, 6, TEXTS);
	CHECK_INT(t.parent[0], HOST_NONE);
	CHECK_INT(t.parent[1], HOST_NONE);
	CHECK_INT(t.parent[2], 0);
	CHECK_INT(t.parent[3], 2);
	CHECK_INT(t.parent[4], 0);
	CHECK_INT(t.parent[5], HOST_NONE);
	CHECK_INT(t.annotation[3], HOST_NONE);
	call_tree_free(&t);
}

/* An event that ends too late goes one further out, or nowhere. */
static void
test_overlap(void)
{
	struct host h[] = {row(HOST_OPERATOR, 1, 0, 100),
	    row(HOST_OPERATOR, 1, 10, 20), row(HOST_OPERATOR, 1, 0, 30),
	    row(HOST_CALL, 1, 25, 26), row(HOST_OPERATOR, 1, 40, 50),
	    row(HOST_OPERATOR, 1, 45, 60), row(HOST_CALL, 1, 46, 47)};
	struct call_tree t;

	h[2].start = 19001;
	call_tree_build(&t, h, 7, TEXTS);
	CHECK_INT(t.parent[2], 0);
	CHECK_INT(t.parent[3], 2);
	CHECK_INT(t.parent[5], HOST_NONE);
	CHECK_INT(t.parent[6], 4);
	call_tree_free(&t);

	h[2].start = 19000;
	call_tree_build(&t, h, 7, TEXTS);
	CHECK_INT(t.parent[2], HOST_NONE);
	CHECK_INT(t.parent[3], 0);
	call_tree_free(&t);

	/* With nothing further out, an overlap of any length is too much. */
	h[1].start = 19500;
	h[1].end = 101000;
	call_tree_build(&t, h, 2, TEXTS);
	CHECK_INT(t.parent[1], HOST_NONE);
	call_tree_free(&t);
}

static void
test_annotations(void)
{
	struct host h[] = {row(HOST_ANNOTATION, 1, 0, 50),
	    row(HOST_ANNOTATION, 1, 10, 20), row(HOST_ANNOTATION, 2, 12, 90),
	    row(HOST_CALL, 1, 15, 16), row(HOST_CALL, 1, 20, 21),
	    row(HOST_CALL, 1, 60, 61), row(HOST_CALL, 1, 90, 91)};
	struct call_tree t;

	call_tree_build(&t, h, 7, TEXTS);
	CHECK_INT(t.annotation[3], 1);
	CHECK_INT(t.annotation[4], 0);
	CHECK_INT(t.annotation[5], HOST_NONE);
	CHECK_INT(t.around[5], 2);
	CHECK_INT(t.annotation[6], HOST_NONE);
	call_tree_free(&t);
}

static void
test_frames(void)
{
	struct host h[] = {row(HOST_FRAME, 1, 0, 50),
	    row(HOST_OPERATOR, 1, 5, 40), row(HOST_FRAME, 1, 10, 20),
	    row(HOST_CALL, 1, 15, 16), row(HOST_CALL, 1, 30, 31)};
	struct call_tree t;

	call_tree_build(&t, h, 5, TEXTS);
	CHECK_INT(t.frame[3], 2);
	CHECK_INT(t.parent[2], 0);
	CHECK_INT(t.parent[3], 1);
	CHECK_INT(t.frame[4], 0);
	call_tree_free(&t);
}

static void
test_order(void)
{
	struct host h[] = {row(HOST_CALL, 1, 5, 9), row(HOST_OPERATOR, 1, 5, 9),
	    row(HOST_OPERATOR, 1, 5, 9), row(HOST_ANNOTATION, 1, 5, 6),
	    row(HOST_OPERATOR, 1, 5, 10), row(HOST_OPERATOR, 1, 4, 5)};
	const uint32_t same[] = {0, 1, 2};

	h[1].external = 8;
	h[2].external = 7;
	host_sort(h, 6, same, true);
	CHECK_INT(h[0].start, 4000);
	CHECK_INT(h[1].kind, HOST_ANNOTATION);
	CHECK_INT(h[2].end, 10000);
	CHECK_INT(h[3].external, 7);
	CHECK_INT(h[4].external, 8);
	CHECK_INT(h[5].kind, HOST_CALL);
	CHECK_INT(h[0].id, 0);
	CHECK_INT(h[4].id, 3);
}

static void
test_launches(void)
{
	struct host h[] = {row(HOST_CALL, 1, 0, 1), row(HOST_CALL, 1, 2, 3),
	    row(HOST_CALL, 1, 4, 9), row(HOST_CALL, 1, 5, 6),
	    row(HOST_CALL, 1, 10, 11), row(HOST_CALL, 2, 10, 11),
	    row(HOST_CALL, 1, 12, 13), row(HOST_OPERATOR, 1, 0, 9)};
	const uint32_t ids[] = {0, 1, 1, 2, 3, 4, 5, 6, 6, HOST_NONE};
	const unsigned char known[] = {LAUNCH_FLOW_START | LAUNCH_FLOW_END, 0,
	    LAUNCH_FLOW_END, 0, LAUNCH_IS_ZERO, 0, 0};
	struct launch l[10];

	h[0].correlation = 0;
	h[1].correlation = 1;
	h[1].graph = true;
	h[2].correlation = h[3].correlation = 2;
	h[4].correlation = h[5].correlation = 3;
	h[6].correlation = 6;
	launch_find(h, 8, known, 7, ids, 10, l);
	CHECK(l[0].call == 0 && l[0].reason == LAUNCH_FLOW);
	CHECK(l[1].call == 1 && l[1].reason == LAUNCH_GRAPH);
	CHECK(l[2].call == 1 && l[2].reason == LAUNCH_GRAPH);
	CHECK(l[3].call == 2 && l[3].reason == LAUNCH_CORRELATION);
	CHECK(l[4].call == HOST_NONE && l[4].reason == LAUNCH_SHARED);
	CHECK(l[5].call == HOST_NONE && l[5].reason == LAUNCH_ZERO);
	CHECK(l[6].call == HOST_NONE && l[6].reason == LAUNCH_ABSENT);
	CHECK(l[7].call == HOST_NONE && l[7].reason == LAUNCH_SHARED);
	CHECK(l[9].call == HOST_NONE && l[9].reason == LAUNCH_UNKNOWN);
}

/* Park and Miller, "Random number generators: good ones are hard to find". */
static int64_t
random_below(uint64_t *seed, uint64_t n)
{
	*seed = *seed * 16807 % 2147483647;
	return (int64_t)(*seed % n);
}

static bool
has_parent_right(const struct host *h, const struct call_tree *t, uint32_t i)
{
	const struct host *p = &h[t->parent[i]];

	return t->parent[i] == HOST_NONE ||
	    (p->thread == h[i].thread && p->start <= h[i].start &&
		p->end > h[i].start);
}

/* Many small tables of any shape, against a search through all rows. */
static void
test_any(void)
{
	enum { ROWS = 12, TABLES = 5000 };
	const uint32_t same[] = {0, 1, 2};
	uint64_t seed = 1;
	int wrong = 0;

	for (int n = 0; n < TABLES; n++) {
		struct host h[ROWS];
		struct call_tree t;

		for (int i = 0; i < ROWS; i++) {
			int64_t start = random_below(&seed, 20);

			h[i] = row((enum host_kind)random_below(&seed, 4),
			    1 + (uint32_t)random_below(&seed, 2), start,
			    start + random_below(&seed, 10));
		}
		host_sort(h, ROWS, same, true);
		call_tree_build(&t, h, ROWS, TEXTS);
		for (uint32_t i = 0; i < ROWS; i++) {
			wrong += !has_parent_right(h, &t, i);
			if (h[i].kind != HOST_CALL)
				continue;
			wrong +=
			    t.annotation[i] != search_annotation(h, i, true);
			wrong += t.around[i] != search_annotation(h, i, false);
		}
		call_tree_free(&t);
	}
	CHECK_INT(wrong, 0);
}

int
main(void)
{
	test_nesting();
	test_overlap();
	test_annotations();
	test_frames();
	test_order();
	test_launches();
	test_any();
	return test_done();
}
