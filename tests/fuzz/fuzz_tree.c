/*
 * Any rows of host and GPU: a walk through the tree meets each once, at its
 * depth, all of the GPU's work is counted in what holds it, and time is that of
 * the union of the work.
 */
#include <stdbool.h>
#include <string.h>

#include "common/json/python.h"
#include "common/times/interval.h"
#include "common/trace/launch.h"
#include "tests/fuzz/bytes.h"
#include "tools/trace-tree/frame_name.h"
#include "tools/trace-tree/tree_table.h"

enum { MOST = 60, THREADS = 3 };

static struct host
take_row(struct bytes *b)
{
	uint8_t thread = take_byte(b) % THREADS;
	struct host h = {.thread = thread, .correlation = HOST_NONE};

	h.start = take_byte(b) * INT64_C(500);
	h.end = h.start + take_byte(b) * INT64_C(500);
	return h;
}

static int
compare_starts(const void *a, const void *b)
{
	const struct host *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

static bool
holds(const struct tree *t, uint32_t outer, uint32_t inner)
{
	for (; inner != TREE_NONE; inner = t->node[inner].parent)
		if (inner == outer)
			return true;
	return false;
}

static void
check_work(
    const struct tree *t, const struct host *row, size_t hosts, uint32_t node)
{
	struct intervals all = {0};
	uint32_t events = 0;

	for (size_t i = hosts; i < t->n; i++)
		if (holds(t, node, (uint32_t)i)) {
			events++;
			intervals_add(
			    &all, (struct interval){row[i].start, row[i].end});
		}
	intervals_close(&all);
	require(t->node[node].events == events);
	require(t->node[node].gpu == intervals_length(&all));
	intervals_free(&all);
}

static size_t
depth_of(const struct tree *t, uint32_t node)
{
	size_t depth = 0;

	while ((node = t->node[node].parent) != TREE_NONE)
		depth++;
	return depth;
}

static void
check_tree(const struct tree *t, const struct host *row, size_t hosts)
{
	bool met[MOST] = {false};
	size_t n = 0;

	for (uint32_t top = t->root; top != TREE_NONE;
	     top = t->node[top].next) {
		size_t depth = 0;

		for (uint32_t i = top; i != TREE_NONE;
		     i = tree_after(t, i, top, &depth)) {
			require(!met[i] && depth == depth_of(t, i));
			met[i] = true;
			n++;
			check_work(t, row, hosts, i);
		}
	}
	require(n == t->n);
}

static void
check_times(struct tree *t, const struct host *row, size_t hosts, size_t n,
    const struct launch *launch)
{
	struct reference_time time[MOST];

	for (size_t i = 0; i < hosts; i++)
		time[i] = (struct reference_time){
		    (double)row[i].start / 1e3, (double)row[i].end / 1e3};
	tree_build(t, row, hosts, n, THREADS, launch, time);
	check_tree(t, row, hosts);
	tree_free(t);
}

static void
check_text(struct span text)
{
	struct buf out = {0};

	python_add(&out, text, false);
	python_add(&out, text, true);
	python_add_text(&out, text);
	require(out.n <= 12 * text.n + 8);
	buf_free(&out);
	frame_is_wrapper(text);
	require(frame_class(text).n <= text.n);
	require(!frame_implements(text, (struct span){"", 0}));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	size_t n = take_byte(&b) % (MOST + 1);
	size_t hosts = n ? take_byte(&b) % (n + 1) : 0;
	struct host row[MOST];
	struct launch launch[MOST];
	struct tree t;

	for (size_t i = 0; i < n; i++)
		row[i] = take_row(&b);
	qsort(row, hosts, sizeof *row, compare_starts);
	qsort(row + hosts, n - hosts, sizeof *row, compare_starts);
	for (size_t i = hosts; i < n; i++) {
		uint8_t call = take_byte(&b);

		launch[i - hosts].call = call < hosts ? call : HOST_NONE;
	}
	tree_build(&t, row, hosts, n, THREADS, launch, NULL);
	check_tree(&t, row, hosts);
	tree_free(&t);
	check_times(&t, row, hosts, n, launch);
	check_text((struct span){(const char *)b.p, b.n});
	return 0;
}
