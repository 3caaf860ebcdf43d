#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/cli/x.h"
#include "common/json/jsontext.h"
#include "tools/trace-tree/frame_name.h"
#include "tools/trace-tree/print_tree.h"
#include "tools/trace-tree/stack_below.h"

/*
 * Python itself goes no deeper than 1000 functions, unless told to; of more,
 * the innermost count.
 */
enum { STACK_MOST = 2000 };

/* An event and the rows that hold it, the innermost first. */
struct stack {
	uint32_t row[STACK_MOST];
	size_t n;
	size_t op; /* the place of the innermost operator; n if there is none */
};

static void
fill(struct stack *s, const struct tree_table *t, uint32_t row)
{
	s->n = 0;
	s->op = SIZE_MAX;
	for (; s->n < STACK_MOST && row != TREE_NONE;
	     row = t->tree.node[row].parent) {
		if (s->op == SIZE_MAX && t->row[row].kind == HOST_OPERATOR)
			s->op = s->n;
		s->row[s->n++] = row;
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
		if (t->options.reference && !stack_below_shows(t, s->row[i]))
			continue;
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

		if (!stack_below_shows(t, s->row[i]))
			continue;
		BUF_ADD_ALL(room, name, span_of(";"));
	}
	buf_add(room, kernel.p, kernel.n);
	tsvw_field(out, buf_span(room));
}

static void
print_entry(struct tsvw *out, struct span name, const struct entry *e)
{
	tsvw_field(out, name);
	tsvw_text(out,
	    span_of(!name.n     ? ""
		    : e->inward ? "inward"
				: "outward"));
	tsvw_int(out, e->wrappers);
	xtsvw_end(out);
}

static void
print_event(struct tsvw *out, const struct stack *s, const struct tree_table *t,
    uint32_t row)
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
}

static void
print_header(struct tsvw *out)
{
	tsvw_titles(out,
	    "event cat name dur_us cpu_op op_id call_stack "
	    "entry_point traversal wrappers");
	xtsvw_end(out);
}

void
call_stack_print(struct tsvw *out, const struct tree_table *t)
{
	struct stack s = {0};
	struct buf room = {0};

	print_header(out);
	for (uint32_t row = (uint32_t)t->hosts; row < t->n; row++) {
		struct entry e;

		fill(&s, t, t->tree.node[row].parent);
		e = find_entry(&s, t);
		print_event(out, &s, t, row);
		print_stack(out, &room, &s, t, row);
		print_entry(out,
		    e.at == s.n ? (struct span){"", 0} : name_of(&s, t, e.at),
		    &e);
	}
	buf_free(&room);
}

/* A list in JSON: a row's holders, the outermost first, the row, and the rows
 * below it. */
static void
add_stack(struct buf *json, struct stack_below *b, const struct stack *s,
    const struct tree_table *t)
{
	json->n = 0;
	buf_add(json, "[", 1);
	for (size_t i = s->n; i-- > 0;) {
		if (i > 0 && !stack_below_shows(t, s->row[i]))
			continue;
		buf_add(json, ",", json->n > 1);
		buf_add_quoted(json, stack_below_name(b, t, s->row[i]));
	}
	stack_below_add(b, json);
	buf_add(json, "]", 1);
}

static void
print_one(struct tsvw *out, struct stack_below *b, const struct tree_table *t,
    uint32_t row)
{
	struct stack s = {0};
	struct buf json = {0};
	struct entry e;
	struct span name = {"", 0};

	fill(&s, t, row);
	if (t->options.reference && tree_table_is_work(t, row))
		s.n = s.op = 1;
	stack_below_read(b, t, row);
	print_event(out, &s, t, row);
	add_stack(&json, b, &s, t);
	tsvw_field(out, buf_span(&json));
	if (s.op == 0)
		name = stack_below_entry(b, name_of(&s, t, 0));
	e = name.n ? (struct entry){s.n, true, 0} : find_entry(&s, t);
	if (e.at < s.n)
		name = stack_below_name(b, t, s.row[e.at]);
	print_entry(out, name, &e);
	buf_free(&json);
}

size_t
call_stack_print_chosen(struct tsvw *out, const struct tree_table *t,
    struct tsv *chosen, int kernel)
{
	int column = xtsv_column(chosen, "event", "trace-extract --number");
	struct idpool events = {0};
	uint32_t *first = xcalloc(t->n, sizeof *first); /* row of an event */
	struct stack_below below = {.kernel = kernel};
	size_t absent = 0;

	for (uint32_t row = (uint32_t)t->n; row-- > 0;)
		first[idpool_add(&events, (uint64_t)t->row[row].id)] = row;
	print_header(out);
	while (xtsv_next(chosen)) {
		uint32_t event =
		    idpool_find(&events, (uint64_t)xtsv_int(chosen, column));

		if (event == IDPOOL_NONE)
			absent++;
		else
			print_one(out, &below, t, first[event]);
	}
	stack_below_free(&below);
	free(first);
	idpool_free(&events);
	return absent;
}
