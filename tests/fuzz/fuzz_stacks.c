/*
 * trace-tree --of: any tree, names and recorded work. The calls between an
 * event and its work, unfolded from what is printed, are those that a walk up
 * from each piece of work finds, each once.
 */
#include <string.h>

#include "common/json/jsontext.h"
#include "common/trace/launch.h"
#include "tests/fuzz/bytes.h"
#include "tools/trace-tree/frame_name.h"
#include "tools/trace-tree/stack_below.h"

enum { MOST = 40, THREADS = 2 };

static const char *const names[] = {"aten::mm", "aten::mm_12",
    "nn.Module: Linear_0", "a/b.py(3): mm", "torch/_ops.py(1): f",
    "cudaLaunchKernel", "k\"e\\r<1>", "_7_", ""};

/* A row, with a line that has what it recorded. */
static void
take_row(struct tree_table *t, struct bytes *b, struct host *h)
{
	static const enum host_kind kinds[] = {
	    HOST_OPERATOR, HOST_CALL, HOST_FRAME};
	const char *name = names[take_byte(b) % (sizeof names / sizeof *names)];
	uint8_t form = take_byte(b);

	*h = (struct host){.kind = kinds[form % 3],
	    .thread = form / 3 % THREADS,
	    .correlation = HOST_NONE};
	h->start = take_byte(b);
	h->end = h->start + take_byte(b);
	h->name = pool_add(t->in.texts, span_of(name));
	require(h->name != POOL_NONE);
	h->details = (uint32_t)t->line;
	buf_add(&t->lines, "recorded", form & 0x80 ? 8 : 0);
	ARRAY_PUSH(t->line_end, t->line, &t->line_cap, t->lines.n);
}

static int
compare_starts(const void *a, const void *b)
{
	const struct host *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* Returns 0, or -1: no tree. */
static int
take_table(struct tree_table *t, struct host *row, struct bytes *b)
{
	struct launch launch[MOST];

	*t = (struct tree_table){.row = row};
	t->options.reference = take_byte(b) & 1;
	t->in.texts = pool_new();
	require(t->in.texts != NULL);
	t->n = take_byte(b) % (MOST + 1);
	t->hosts = t->n ? take_byte(b) % (t->n + 1) : 0;
	for (size_t i = 0; i < t->n; i++)
		take_row(t, b, &row[i]);
	qsort(row, t->hosts, sizeof *row, compare_starts);
	qsort(row + t->hosts, t->n - t->hosts, sizeof *row, compare_starts);
	for (size_t i = t->hosts; i < t->n; i++) {
		uint8_t call = take_byte(b);

		launch[i - t->hosts].call = call < t->hosts ? call : HOST_NONE;
	}
	tree_build(&t->tree, row, t->hosts, t->n, THREADS, launch, NULL);
	return 0;
}

static void
add(struct buf *out, struct span text)
{
	buf_add(out, text.p, text.n);
}

/* Where the text of JSON that begins here ends. */
static size_t
after_text(struct span json, size_t i)
{
	for (i++; json.p[i] != '"'; i++)
		i += json.p[i] == '\\';
	return i + 1;
}

/* The lists that an array of texts and arrays of texts stands for. */
static struct pool *
unfold(struct span json)
{
	struct pool *lists = pool_new();
	struct buf common = {0};
	size_t lone = 0, inside = 0, outside;

	require(lists != NULL && json.p[0] == '[');
	for (size_t i = 1; i < json.n;) {
		size_t start = i;

		if (json.p[i] == '"') {
			i = after_text(json, i);
			add(&common, span_cut(json, start, i));
			lone += !inside;
			continue;
		}
		if (json.p[i] == '[') {
			require(!inside++);
			outside = common.n;
		} else if (json.p[i] == ']') {
			require(inside-- == 1 && common.n > outside);
			require(pool_add(lists, buf_span(&common)) + 1 ==
			    pool_count(lists));
			common.n = outside;
		} else {
			require(json.p[i] == ',' && i > 1);
		}
		i++;
	}
	require(!inside);
	if (lone && !pool_count(lists))
		require(pool_add(lists, buf_span(&common)) != POOL_NONE);
	buf_free(&common);
	return lists;
}

/* The work that a row is or recorded. */
static struct span
work_of(const struct tree_table *t, uint32_t row)
{
	if (row >= t->hosts)
		return tree_table_name(t, row);
	if (t->row[row].kind == HOST_CALL &&
	    t->tree.node[row].child == TREE_NONE)
		return tree_table_line(t, row);
	return (struct span){"", 0};
}

/* The names from below the top down to a piece of work; whether the top holds
 * it. */
static bool
climb(struct buf *list, struct stack_below *b, const struct tree_table *t,
    uint32_t top, uint32_t work)
{
	struct buf inner = {0};
	bool held;
	uint32_t up = t->tree.node[work].parent;

	buf_add_quoted(list, work_of(t, work));
	for (; up != TREE_NONE && up != top; up = t->tree.node[up].parent) {
		if (!stack_below_shows(t, up))
			continue;
		inner.n = 0;
		buf_add_quoted(&inner, stack_below_name(b, t, up));
		add(&inner, buf_span(list));
		list->n = 0;
		add(list, buf_span(&inner));
	}
	held = up == top;
	buf_free(&inner);
	return held;
}

static void
check_lists(struct stack_below *b, const struct tree_table *t, uint32_t top)
{
	struct buf json = {0}, list = {0};
	struct pool *printed, *found = pool_new();

	require(found != NULL);
	add(&json, (struct span){"[", 1});
	stack_below_read(b, t, top);
	stack_below_add(b, &json);
	printed = unfold(buf_span(&json));
	for (uint32_t i = 0; i < t->n; i++) {
		list.n = 0;
		if (work_of(t, i).n && top < t->hosts &&
		    climb(&list, b, t, top, i)) {
			require(pool_add(found, buf_span(&list)) != POOL_NONE);
			require(
			    pool_find(printed, buf_span(&list)) != POOL_NONE);
		}
	}
	require(pool_count(printed) == pool_count(found));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct span entry = stack_below_entry(b, span_of(names[i]));

		require(!entry.n || frame_implements(entry, span_of(names[i])));
	}
	pool_free(printed);
	pool_free(found);
	buf_free(&json);
	buf_free(&list);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes bytes = {data, size};
	struct host row[MOST];
	struct stack_below below = {.kernel = 0};
	struct tree_table t;
	int rc = take_table(&t, row, &bytes);

	for (uint32_t i = 0; rc == 0 && i < t.n; i++)
		check_lists(&below, &t, i);
	stack_below_free(&below);
	if (rc == 0)
		tree_free(&t.tree);
	pool_free(t.in.texts);
	buf_free(&t.lines);
	free(t.line_end);
	return 0;
}
