#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "common/json/python.h"
#include "tools/trace-tree/print_tree.h"

/* Longer names are cut: one line a node. */
enum { NAME_MOST = 64, WRITE_MOST = 1 << 16 };

struct view {
	const struct tree_table *table;
	const struct text_options *options;
	uint32_t *back; /* the operator of a row's gradient, or NULL */
	struct buf out, room;
	struct buf prefix; /* of the lines of this depth */
	size_t *length;    /* of it at each depth below */
	size_t depth, cap;
};

/* As the file has it: with decimals, unless no duration in it has any. */
static void
add_duration(struct buf *b, const struct tree_table *t, const struct host *h)
{
	char text[FIXED_MAX];
	size_t n = fixed_print_us(text, h->end - h->start);

	while (text[n - 1] == '0' && text[n - 2] != '.')
		n--;
	if (!t->fraction)
		n -= 2;
	buf_add(b, text, n);
}

/* At most NAME_MOST characters, which may be of several bytes. */
static void
add_name(struct buf *b, struct span name)
{
	size_t n = 0, characters = 0;

	for (; n < name.n; n++) {
		if (((unsigned char)name.p[n] & 0xC0) == 0x80)
			continue;
		if (characters++ == NAME_MOST)
			break;
	}
	buf_add(b, name.p, n);
	if (n < name.n)
		buf_add_text(b, "..");
}

static void
add_node(struct buf *b, const struct tree_table *t, uint32_t row)
{
	struct span cat = tree_table_field(t, row, t->in.cat);

	buf_add_text(b, "UID: ");
	buf_add_int(b, t->row[row].id);
	BUF_ADD_ALL(b, span_of(", Category: "), cat, span_of(", Name: "));
	add_name(b, tree_table_name(t, row));
	if (tree_table_is_work(t, row)) {
		buf_add_text(b, ", Duration: ");
		add_duration(b, t, &t->row[row]);
	}
	buf_add_text(b, "\n");
}

static bool
is_shown(const struct view *v, uint32_t row)
{
	return v->options->all || v->table->tree.node[row].events;
}

static uint32_t
next_shown(const struct view *v, uint32_t row)
{
	while (row != TREE_NONE && !is_shown(v, row))
		row = v->table->tree.node[row].next;
	return row;
}

/* The part of the backward pass that hangs below a row, or TREE_NONE. */
static uint32_t
gradient(const struct view *v, uint32_t row)
{
	uint32_t back =
	    v->back && row < v->table->hosts ? v->back[row] : TREE_NONE;

	return back != TREE_NONE && is_shown(v, back) ? back : TREE_NONE;
}

/* Of what hangs below a node. */
static bool
is_last(const struct view *v, uint32_t row)
{
	const struct tree_node *node = &v->table->tree.node[row];

	return next_shown(v, node->next) == TREE_NONE &&
	    gradient(v, node->parent) == TREE_NONE;
}

static void
go_down(struct view *v, bool last)
{
	ARRAY_PUSH(v->length, v->depth, &v->cap, v->prefix.n);
	buf_add_text(&v->prefix, last ? "    " : "│   ");
}

static void
go_up(struct view *v)
{
	v->prefix.n = v->length[--v->depth];
}

static void
print_fields(struct view *v, uint32_t row)
{
	const struct tree_table *t = v->table;
	bool any = false;

	if (t->row[row].kind != HOST_OPERATOR)
		return;
	for (size_t i = 0; i < v->options->fields; i++) {
		const struct text_field *f = &v->options->field[i];
		struct span value = tree_table_field(t, row, f->column);

		if (value.n == 0)
			continue;
		any = true;
		buf_add_span(&v->out, buf_span(&v->prefix));
		BUF_ADD_ALL(&v->out, span_of("|   "), f->label, span_of(": "));
		v->room.n = 0;
		tsv_unescape(&v->room, value);
		python_add(&v->out, buf_span(&v->room), false);
		buf_add_text(&v->out, "\n");
	}
	if (!any)
		return;
	buf_add_span(&v->out, buf_span(&v->prefix));
	buf_add_text(&v->out, "|   \n");
}

/* Prints a node, and sets the prefix for what hangs below it. */
static void
print_node(struct view *v, uint32_t row, bool last)
{
	buf_add_span(&v->out, buf_span(&v->prefix));
	buf_add_text(&v->out, last ? "└── " : "├── ");
	add_node(&v->out, v->table, row);
	go_down(v, last);
	print_fields(v, row);
	if (v->out.n >= WRITE_MOST)
		xbuf_write(&v->out);
}

static void print_below(struct view *v, uint32_t top);

/* Prints the gradient of a node whose children are printed; it has none. */
static void
print_gradient(struct view *v, uint32_t row)
{
	uint32_t back = gradient(v, row), *all = v->back;
	struct span name;

	if (back == TREE_NONE)
		return;
	name = tree_table_name(v->table, back);
	buf_add_span(&v->out, buf_span(&v->prefix));
	BUF_ADD_ALL(&v->out, span_of("└── [BWD] "), name, span_of(" (UID: "));
	buf_add_int(&v->out, v->table->row[back].id);
	buf_add_text(&v->out, ")\n");
	go_down(v, true);
	v->back = NULL;
	print_below(v, back);
	v->back = all;
	go_up(v);
}

/* Prints what hangs below a node, but not its own gradient. */
static void
print_below(struct view *v, uint32_t top)
{
	const struct tree_node *node = v->table->tree.node;
	uint32_t row = next_shown(v, node[top].child);

	while (row != TREE_NONE) {
		print_node(v, row, is_last(v, row));
		if (next_shown(v, node[row].child) != TREE_NONE) {
			row = next_shown(v, node[row].child);
			continue;
		}
		print_gradient(v, row);
		go_up(v);
		while (next_shown(v, node[row].next) == TREE_NONE &&
		    node[row].parent != top) {
			row = node[row].parent;
			print_gradient(v, row);
			go_up(v);
		}
		row = next_shown(v, node[row].next);
	}
}

/* A node and all below it, with gradients; `top` hangs from nothing. */
static void
print_tree(struct view *v, uint32_t top)
{
	print_node(v, top, true);
	print_below(v, top);
	print_gradient(v, top);
	go_up(v);
}

static struct view
open_view(const struct tree_table *t, const struct text_options *o)
{
	struct view v = {.table = t, .options = o};

	if (!o->backward || !t->forward)
		return v;
	v.back = xnones(t->hosts);
	for (size_t i = t->hosts; i-- > 0;)
		if (t->forward[i] != HOST_NONE)
			v.back[t->forward[i]] = (uint32_t)i;
	return v;
}

static void
close_view(struct view *v)
{
	xbuf_write(&v->out);
	buf_free(&v->out);
	buf_free(&v->room);
	buf_free(&v->prefix);
	free(v->length);
	free(v->back);
}

static bool
has_operator(const struct tree_table *t, uint32_t top)
{
	size_t depth = 0;

	for (uint32_t row = top; row != TREE_NONE;
	     row = tree_after(&t->tree, row, top, &depth))
		if (t->row[row].kind == HOST_OPERATOR)
			return true;
	return false;
}

void
print_text_below(
    const struct tree_table *t, const struct text_options *o, uint32_t top)
{
	struct view v = open_view(t, o);
	uint32_t row = top == TREE_NONE ? t->tree.root : TREE_NONE;

	if (top != TREE_NONE)
		print_tree(&v, top);
	for (; row < t->hosts; row = t->tree.node[row].next)
		if (is_shown(&v, row) &&
		    (!o->operators || has_operator(t, row)))
			print_tree(&v, row);
	close_view(&v);
}

/* Prints a row and what holds it; returns the outermost. */
static uint32_t
print_way(struct buf *out, const struct tree_table *t, uint32_t row)
{
	buf_add_text(out, "Node:\n  ");
	add_node(out, t, row);
	for (int64_t up = 1; t->tree.node[row].parent != TREE_NONE; up++) {
		row = t->tree.node[row].parent;
		buf_add_int(out, up);
		buf_add_text(out, "-up:\n  ");
		add_node(out, t, row);
	}
	return row;
}

static void
add_rule(struct buf *out)
{
	for (int i = 0; i < 60; i++)
		buf_add_text(out, "=");
	buf_add_text(out, "\n");
}

void
print_text_up(
    const struct tree_table *t, const struct text_options *o, uint32_t row)
{
	struct buf out = {0};
	uint32_t next;

	row = print_way(&out, t, row);
	next = o->forward && t->forward && row < t->hosts ? t->forward[row]
							  : TREE_NONE;
	if (next != TREE_NONE) {
		buf_add_text(&out, "\n");
		add_rule(&out);
		buf_add_text(&out,
		    "Following fwd_event link to forward call stack (UID: ");
		buf_add_int(&out, t->row[next].id);
		buf_add_text(&out, ")\n");
		add_rule(&out);
		print_way(&out, t, next);
	}
	xbuf_write(&out);
	buf_free(&out);
}
