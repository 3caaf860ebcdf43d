#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/pool.h"
#include "common/bytes/protobuf.h"
#include "common/cli/x.h"
#include "tools/trace-tree/print_tree.h"

/*
 * Stacks with nanoseconds as a profile that pprof and its viewers read
 * (Google, profile.proto).
 */

/* The texts that come before those of names, by their numbers. */
static const char *const texts[] = {"", "gpu", "nanoseconds"};

enum { TYPE = 1, UNIT, NAMES };

/* Fields of a profile and of what is in it. */
enum { SAMPLE_TYPE = 1, SAMPLE, LOCATION = 4, FUNCTION, TEXT_TABLE };
enum { VALUE_TYPE = 1, VALUE_UNIT };
enum { SAMPLE_LOCATION = 1, SAMPLE_VALUE };
enum { LOCATION_ID = 1, LOCATION_LINE = 4, LINE_FUNCTION = 1 };
enum { FUNCTION_ID = 1, FUNCTION_NAME };

/* One location for each name; the innermost comes first. */
static void
write_sample(struct buf *out, struct pool *names, struct span stack, int64_t ns)
{
	size_t start = protobuf_open(out, SAMPLE);

	while (stack.n) {
		size_t n = stack.n;

		while (n > 0 && stack.p[n - 1] != ';')
			n--;
		protobuf_integer(out, SAMPLE_LOCATION,
		    pool_add(names, span_cut(stack, n, stack.n)) + UINT64_C(1));
		stack.n = n ? n - 1 : 0;
	}
	protobuf_integer(out, SAMPLE_VALUE, (uint64_t)ns);
	protobuf_close(out, start);
}

static void
write_name(struct buf *out, uint32_t number)
{
	size_t start = protobuf_open(out, LOCATION), line;

	protobuf_integer(out, LOCATION_ID, number + UINT64_C(1));
	line = protobuf_open(out, LOCATION_LINE);
	protobuf_integer(out, LINE_FUNCTION, number + UINT64_C(1));
	protobuf_close(out, line);
	protobuf_close(out, start);
	start = protobuf_open(out, FUNCTION);
	protobuf_integer(out, FUNCTION_ID, number + UINT64_C(1));
	protobuf_integer(out, FUNCTION_NAME, number + (uint64_t)NAMES);
	protobuf_close(out, start);
}

static void
write_texts(struct buf *out, const struct pool *names)
{
	for (size_t i = 0; i < NAMES; i++)
		protobuf_bytes(out, TEXT_TABLE, span_of(texts[i]));
	for (uint32_t i = 0; i < pool_count(names); i++)
		protobuf_bytes(out, TEXT_TABLE, pool_get(names, i));
}

/*
 * Prints a profile, not compressed, of stacks whose names have ';' between
 * them, the outermost first. Ends the program with a message when it fails.
 */
static void
pprof_print(const struct pool *stacks, const int64_t *ns, size_t n)
{
	struct buf out = {0};
	struct pool *names = pool_new();
	size_t start = protobuf_open(&out, SAMPLE_TYPE);

	protobuf_integer(&out, VALUE_TYPE, TYPE);
	protobuf_integer(&out, VALUE_UNIT, UNIT);
	protobuf_close(&out, start);
	for (uint32_t i = 0; i < n; i++)
		write_sample(&out, names, pool_get(stacks, i), ns[i]);
	for (uint32_t i = 0; i < pool_count(names); i++)
		write_name(&out, i);
	write_texts(&out, names);
	xbuf_write(&out);
	buf_free(&out);
	pool_free(names);
}

struct folded {
	struct pool *stacks;
	int64_t *ns; /* of each */
	size_t n, cap;
};

static void
add_work(struct folded *f, struct span stack, const struct host *h)
{
	uint32_t i = pool_add(f->stacks, stack);

	if (i >= f->n)
		ARRAY_PUSH(f->ns, f->n, &f->cap, 0);
	f->ns[i] += h->end - h->start;
}

static void
write_all(const struct folded *f)
{
	struct buf out = {0};

	for (uint32_t i = 0; i < f->n; i++) {
		struct span stack = pool_get(f->stacks, i);

		BUF_ADD_ALL(&out, stack, span_of(" "));
		buf_add_int(&out, f->ns[i]);
		buf_add_text(&out, "\n");
	}
	xbuf_write(&out);
	buf_free(&out);
}

void
folded_print(const struct tree_table *t, uint32_t top, bool as_pprof)
{
	struct folded f = {.stacks = pool_new()};
	struct tree_path path = {0};
	size_t depth = 0;

	for (uint32_t row = top == TREE_NONE ? t->tree.root : top;
	     row != TREE_NONE; row = tree_after(&t->tree, row, top, &depth)) {
		size_t i =
		    tree_path_enter(&path, depth, tree_table_name(t, row));

		for (; i < path.text.n; i++)
			if (path.text.p[i] == ';')
				path.text.p[i] = ':';
		if (tree_table_is_work(t, row))
			add_work(&f, buf_span(&path.text), &t->row[row]);
	}
	if (as_pprof)
		pprof_print(f.stacks, f.ns, f.n);
	else
		write_all(&f);
	pool_free(f.stacks);
	free(f.ns);
	tree_path_free(&path);
}
