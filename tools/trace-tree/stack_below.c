#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/json/jsontext.h"
#include "tools/trace-tree/frame_name.h"
#include "tools/trace-tree/stack_below.h"

void
stack_below_free(struct stack_below *b)
{
	pool_free(b->names);
	pool_free(b->lists);
	free(b->place);
	buf_free(&b->edited);
}

static struct span
without_numbers(struct buf *out, struct span name)
{
	out->n = 0;
	for (size_t i = 0; i < name.n; i++) {
		size_t end = i + 1;

		while (name.p[i] == '_' && end < name.n &&
		    ascii_is_digit(name.p[end]))
			end++;
		if (end > i + 1)
			i = end - 1;
		else
			buf_add(out, name.p + i, 1);
	}
	return buf_span(out);
}

struct span
stack_below_name(
    struct stack_below *b, const struct tree_table *t, uint32_t row)
{
	struct span name = tree_table_name(t, row);

	if (tree_table_is_work(t, row))
		return name;
	if (t->options.reference)
		return without_numbers(&b->edited, name);
	return t->row[row].kind == HOST_OPERATOR ? ascii_unnumbered(name, "_")
						 : frame_class(name);
}

bool
stack_below_shows(const struct tree_table *t, uint32_t row)
{
	return t->row[row].kind == HOST_OPERATOR ||
	    frame_is_shown(tree_table_name(t, row));
}

static void
add_name(struct stack_below *b, struct span text)
{
	uint32_t name = pool_add(b->names, text);

	ARRAY_PUSH(b->place, b->n, &b->cap, name);
}

/* The work that a row is, or that it recorded; empty if none. */
static struct span
work_of(const struct stack_below *b, const struct tree_table *t, uint32_t row)
{
	if (tree_table_is_work(t, row))
		return tree_table_name(t, row);
	if (t->row[row].kind != HOST_CALL ||
	    t->tree.node[row].child != TREE_NONE)
		return (struct span){"", 0};
	return tree_table_field(t, row, b->kernel);
}

/* One piece of work, with what holds it. */
static void
add_list(struct stack_below *b, const struct tree_table *t, uint32_t top,
    uint32_t work)
{
	b->n = 0;
	add_name(b, work_of(b, t, work));
	for (uint32_t row = t->tree.node[work].parent; row != top;
	     row = t->tree.node[row].parent)
		if (stack_below_shows(t, row))
			add_name(b, stack_below_name(b, t, row));
	pool_add(b->lists,
	    (struct span){(const char *)b->place, b->n * sizeof *b->place});
}

void
stack_below_read(
    struct stack_below *b, const struct tree_table *t, uint32_t top)
{
	size_t depth = 0;

	pool_free(b->names);
	pool_free(b->lists);
	b->names = pool_new();
	b->lists = pool_new();
	for (uint32_t row = tree_after(&t->tree, top, top, &depth);
	     row != TREE_NONE; row = tree_after(&t->tree, row, top, &depth))
		if (work_of(b, t, row).n)
			add_list(b, t, top, row);
}

/* The names of a list, and the i-th of them from the outside. */
static size_t
length(const struct stack_below *b, uint32_t list)
{
	return pool_get(b->lists, list).n / sizeof(uint32_t);
}

static uint32_t
name_at(const struct stack_below *b, uint32_t list, size_t i)
{
	size_t from_inside = length(b, list) - 1 - i;
	uint32_t name;

	memcpy(&name, pool_get(b->lists, list).p + from_inside * sizeof name,
	    sizeof name);
	return name;
}

struct span
stack_below_entry(const struct stack_below *b, struct span op)
{
	for (uint32_t list = 0; list < pool_count(b->lists); list++)
		for (size_t i = 0; i + 1 < length(b, list); i++) {
			struct span name =
			    pool_get(b->names, name_at(b, list, i));

			if (frame_implements(name, op))
				return name;
		}
	return (struct span){"", 0};
}

/* With how many names all lists begin; each has one more. */
static size_t
shared(const struct stack_below *b)
{
	size_t most = length(b, 0) - 1;

	for (uint32_t list = 1; list < pool_count(b->lists); list++) {
		size_t n = 0;

		while (n < most && n + 1 < length(b, list) &&
		    name_at(b, list, n) == name_at(b, 0, n))
			n++;
		most = n;
	}
	return most;
}

static void
add_names(const struct stack_below *b, struct buf *json, uint32_t list,
    size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		buf_add(json, ",", json->p[json->n - 1] != '[');
		buf_add_quoted(json, pool_get(b->names, name_at(b, list, i)));
	}
}

void
stack_below_add(const struct stack_below *b, struct buf *json)
{
	uint32_t lists = pool_count(b->lists);
	size_t common = lists ? shared(b) : 0;

	if (lists)
		add_names(b, json, 0, 0, common);
	if (lists == 1)
		add_names(b, json, 0, common, length(b, 0));
	for (uint32_t list = 0; lists > 1 && list < lists; list++) {
		buf_add(json, ",", json->p[json->n - 1] != '[');
		buf_add(json, "[", 1);
		add_names(b, json, list, common, length(b, list));
		buf_add(json, "]", 1);
	}
}
