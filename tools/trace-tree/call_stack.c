#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-tree/call_stack.h"
#include "tools/trace-tree/frame_name.h"

/*
 * Python itself goes no deeper than 1000 functions, unless told to; of more,
 * the innermost count.
 */
enum { STACK_MOST = 2000 };

/* What holds an event, the innermost first. */
struct stack {
	uint32_t *row;
	size_t n, cap;
	size_t op; /* the place of the innermost operator; n if there is none */
};

static void
fill(struct stack *s, const struct tree_table *t, uint32_t row)
{
	s->n = 0;
	s->op = SIZE_MAX;
	while (s->n < STACK_MOST &&
	    (row = t->tree.node[row].parent) != TREE_NONE) {
		if (s->op == SIZE_MAX && t->row[row].kind == HOST_OPERATOR)
			s->op = s->n;
		XARRAY_PUSH(s->row, s->n, &s->cap, row);
	}
	if (s->op == SIZE_MAX)
		s->op = s->n;
}

static struct span
name_of(const struct stack *s, const struct tree_table *t, size_t i)
{
	return tree_table_name(t, s->row[i]);
}

/*
 * The function that the program's author wrote: inside the operator one of the
 * operator's name, else the nearest around it that does more than hand on.
 */
struct entry {
	size_t at; /* its place in the stack; n for none */
	bool inward;
	int64_t wrappers; /* functions passed on the way */
};

static struct entry
find_entry(const struct stack *s, const struct tree_table *t)
{
	struct entry e = {s->n, false, 0};

	if (s->op == s->n)
		return e;
	for (size_t i = s->op; i-- > 0;)
		if (frame_implements(name_of(s, t, i), name_of(s, t, s->op)))
			return (struct entry){i, true, 0};
	for (size_t i = s->op + 1; i < s->n; i++) {
		if (frame_is_wrapper(name_of(s, t, i)))
			e.wrappers++;
		else if (frame_is_python(name_of(s, t, i)))
			return (struct entry){i, false, e.wrappers};
	}
	return e;
}

static void
print_stack(struct tsvw *out, struct buf *room, const struct stack *s,
    const struct tree_table *t, uint32_t row)
{
	struct span kernel = tree_table_name(t, row);

	room->n = 0;
	for (size_t i = s->n; i-- > 0;) {
		struct span name = frame_class(name_of(s, t, i));

		if (t->row[s->row[i]].kind != HOST_OPERATOR &&
		    (t->row[s->row[i]].kind == HOST_CALL ||
			!frame_is_shown(name)))
			continue;
		xbuf_add(room, name.p, name.n);
		xbuf_add(room, ";", 1);
	}
	xbuf_add(room, kernel.p, kernel.n);
	tsvw_field(out, buf_span(room));
}

static void
print_entry(struct tsvw *out, const struct stack *s, const struct tree_table *t)
{
	struct entry e = find_entry(s, t);

	if (e.at == s->n) {
		tsvw_empty(out);
		tsvw_empty(out);
	} else {
		tsvw_field(out, name_of(s, t, e.at));
		tsvw_text(out, span_of(e.inward ? "inward" : "outward"));
	}
	tsvw_int(out, e.wrappers);
}

static void
print_event(struct tsvw *out, struct buf *room, const struct stack *s,
    const struct tree_table *t, uint32_t row)
{
	tsvw_int(out, t->row[row].id);
	tsvw_field(out, tree_table_field(t, row, t->in.cat));
	tsvw_field(out, tree_table_name(t, row));
	tsvw_us(out, t->row[row].end - t->row[row].start);
	if (s->op == s->n) {
		tsvw_empty(out);
		tsvw_empty(out);
	} else {
		tsvw_field(out, name_of(s, t, s->op));
		tsvw_int(out, t->row[s->row[s->op]].id);
	}
	print_stack(out, room, s, t, row);
	print_entry(out, s, t);
	xtsvw_end(out);
}

void
call_stack_print(struct tsvw *out, const struct tree_table *t)
{
	static const char *const names[] = {"event", "cat", "name", "dur_us",
	    "cpu_op", "op_id", "call_stack", "entry_point", "traversal",
	    "wrappers"};
	struct stack s = {0};
	struct buf room = {0};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		tsvw_text(out, span_of(names[i]));
	xtsvw_end(out);
	for (uint32_t row = (uint32_t)t->hosts; row < t->n; row++) {
		fill(&s, t, row);
		print_event(out, &room, &s, t, row);
	}
	buf_free(&room);
	free(s.row);
}
