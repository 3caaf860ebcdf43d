#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/meaning/event_category.h"
#include "tools/trace-treediff/tree_side.h"

/* The place behind "(123)" if it begins here, else here. */
static size_t
behind_number(struct span s, size_t at)
{
	size_t i = at + 1;

	if (at >= s.n || s.p[at] != '(')
		return at;
	while (i < s.n && ascii_is_digit(s.p[i]))
		i++;
	return i > at + 1 && i < s.n && s.p[i] == ')' ? i + 1 : at;
}

static bool
begins(struct span s, size_t at, const char *word)
{
	return at <= s.n && span_starts(span_cut(s, at, s.n), word);
}

/* Appends one character, or what stands for a whole address or line. */
static void
add_next(struct buf *b, struct span name, size_t *at)
{
	size_t i = *at, line;

	if (begins(name, i, "0x") && i + 2 < name.n &&
	    ascii_hex(name.p[i + 2]) >= 0) {
		for (i += 2; i < name.n && ascii_hex(name.p[i]) >= 0;)
			i++;
		*at = i;
		buf_add(b, "0xXXXX", 6);
		return;
	}
	if (begins(name, i, ".py")) {
		line = behind_number(name, i + 3);
		*at = line > i + 3 && begins(name, line, ":") ? line : i + 3;
		buf_add(b, ".py", 3);
		return;
	}
	*at = i + 1;
	buf_add(b, &name.p[i], 1);
}

/* The last part of the path of a Python file, up to the end of ".py". */
static struct span
loose_part(struct span name)
{
	size_t start = 0;

	for (size_t i = 0; i + 3 <= name.n; i++) {
		if (name.p[i] == '/')
			start = i + 1;
		if (begins(name, i, ".py:"))
			return span_cut(name, start, i + 3);
	}
	return name;
}

static struct span
call_name(struct span name)
{
	static const char *const vendor[] = {"hip", "cuda", "cu", NULL};
	static const char *const kind[] = {
	    "LaunchKernel", "Memcpy", "Memset", NULL};

	for (size_t i = 0; vendor[i]; i++) {
		if (!span_starts(name, vendor[i]))
			continue;
		for (size_t k = 0; kind[k]; k++)
			if (span_has(name, kind[k]))
				return span_of(kind[k]);
		return span_cut(name, strlen(vendor[i]), name.n);
	}
	return name;
}

/* Without the number at its end, which counts the kernels of a compilation. */
static struct span
triton_name(struct span name)
{
	size_t n = name.n;

	while (n && ascii_is_digit(name.p[n - 1]))
		n--;
	return n && n < name.n && name.p[n - 1] == '_'
	    ? span_cut(name, 0, n - 1)
	    : name;
}

void
side_compared_name(
    struct buf *b, struct span name, bool call, enum compared_form form)
{
	size_t from = b->n;
	struct span loose;

	if (form == COMPARED_REFERENCE && span_is(name, "cuLaunchKernel"))
		name = span_of("hipModuleLaunchKernel");
	else if (form != COMPARED_REFERENCE && call)
		name = call_name(name);
	else if (form != COMPARED_REFERENCE && span_starts(name, "triton_"))
		name = triton_name(name);
	for (size_t i = 0; i < name.n;)
		add_next(b, name, &i);
	if (form != COMPARED_LOOSE || b->n == from) /* b->p may be NULL */
		return;
	loose = loose_part((struct span){b->p + from, b->n - from});
	if (loose.n)
		memmove(b->p + from, loose.p, loose.n);
	b->n = from + loose.n;
}

void
side_without_lines(struct buf *b, struct span name)
{
	for (size_t i = 0; i < name.n;) {
		size_t behind = behind_number(name, i);

		if (behind > i)
			i = behind;
		else
			buf_add(b, &name.p[i++], 1);
	}
}

void
side_close(struct side *s)
{
	s->root = SIDE_NONE;
	for (size_t i = 0; i < s->n; i++) {
		s->node[i].child = SIDE_NONE;
		s->node[i].behind = (uint32_t)i + 1;
		s->node[i].depth = s->node[i].parent == SIDE_NONE
		    ? 0
		    : s->node[s->node[i].parent].depth + 1;
		s->node[i].gpu = s->node[i].kind == SIDE_WORK;
	}
	for (size_t i = s->n; i-- > 0;) {
		struct side_node *node = &s->node[i], *parent;

		if (node->parent == SIDE_NONE) {
			node->next = s->root;
			s->root = (uint32_t)i;
			continue;
		}
		parent = &s->node[node->parent];
		node->next = parent->child;
		parent->child = (uint32_t)i;
		parent->gpu = parent->gpu || node->gpu;
		if (parent->behind < node->behind)
			parent->behind = node->behind;
	}
}

static uint32_t
with_work(const struct side *s, uint32_t node)
{
	while (node != SIDE_NONE && !s->node[node].gpu)
		node = s->node[node].next;
	return node;
}

uint32_t
side_child(const struct side *s, uint32_t node)
{
	return with_work(s, s->node[node].child);
}

uint32_t
side_next(const struct side *s, uint32_t node)
{
	return with_work(s, s->node[node].next);
}

uint32_t
side_only_child(const struct side *s, uint32_t node)
{
	uint32_t child = side_child(s, node);

	return child != SIDE_NONE && side_next(s, child) == SIDE_NONE
	    ? child
	    : SIDE_NONE;
}

bool
side_calls(const struct side *s, uint32_t node)
{
	for (uint32_t c = side_child(s, node); c != SIDE_NONE;
	     c = side_next(s, c))
		if (s->node[c].kind == SIDE_CALL)
			return true;
	return false;
}

bool
side_ends_chain(const struct side *s, uint32_t node)
{
	return s->node[node].kind >= SIDE_CALL ||
	    (s->node[node].kind == SIDE_OPERATOR && side_calls(s, node));
}

uint32_t
side_chain_end(const struct side *s, uint32_t node)
{
	uint32_t child;

	while (!side_ends_chain(s, node) &&
	    (child = side_only_child(s, node)) != SIDE_NONE)
		node = child;
	return node;
}

uint32_t
side_operator(const struct side *s, uint32_t node)
{
	do
		node = s->node[node].parent;
	while (node != SIDE_NONE && s->node[node].kind != SIDE_OPERATOR);
	return node;
}

/* The columns of an operator's inputs, in the order of side_node.args. */
enum { SIDE_ARGS = 4 };

static const char *const side_args[SIDE_ARGS] = {
    "input_dims", "input_strides", "input_type", "concrete_inputs"};

struct columns {
	int depth, event, cat, name, ts, dur, gpu, events, rank;
	int arg[SIDE_ARGS];
};

struct reader {
	struct side *side;
	struct tsv *in;
	struct columns column;
	enum compared_form form;
	struct buf room;
	uint32_t *open; /* the last node of each depth */
	size_t open_cap;
};

static void
find_columns(struct columns *c, const struct tsv *in)
{
	c->depth = xtsv_column(in, "depth", "trace-tree");
	c->event = xtsv_column(in, "event", "trace-tree");
	c->cat = xtsv_column(in, "cat", "trace-tree");
	c->name = xtsv_column(in, "name", "trace-tree");
	c->ts = xtsv_column(in, "ts_us", "trace-tree");
	c->dur = xtsv_column(in, "dur_us", "trace-tree");
	c->gpu = xtsv_column(in, "gpu_us", "trace-tree");
	c->events = xtsv_column(in, "gpu_events", "trace-tree");
	c->rank = xtsv_optional(in, "rank");
	for (int i = 0; i < SIDE_ARGS; i++)
		c->arg[i] = xtsv_optional(in, side_args[i]);
}

static enum side_kind
kind_of(struct span cat)
{
	if (event_category_is_gpu(cat))
		return SIDE_WORK;
	if (span_is(cat, "cpu_op"))
		return SIDE_OPERATOR;
	return event_category_is_call(cat) ? SIDE_CALL : SIDE_FRAME;
}

static uint32_t
number(struct reader *r, struct span name, bool call, enum compared_form form)
{
	r->room.n = 0;
	side_compared_name(&r->room, name, call, form);
	return pool_add(r->side->texts, buf_span(&r->room));
}

static uint32_t
number_args(struct reader *r)
{
	r->room.n = 0;
	for (int i = 0; i < SIDE_ARGS; i++) {
		struct span f = tsv_field_or_none(r->in, r->column.arg[i]);

		BUF_ADD_ALL(&r->room, f, span_of("\t"));
	}
	return pool_add(r->side->texts, buf_span(&r->room));
}

/* The parent of a row: the last row one level above it. */
static uint32_t
find_parent(struct reader *r)
{
	struct side *s = r->side;
	int64_t depth = xtsv_int(r->in, r->column.depth);
	int64_t most = s->n ? s->node[s->n - 1].depth + INT64_C(1) : 0;

	if (depth < 0 || depth > most)
		xtsv_fail(r->in, "a depth that does not follow",
		    tsv_field(r->in, r->column.depth));
	ARRAY_RESERVE(r->open, &r->open_cap, (size_t)depth + 1);
	r->open[depth] = (uint32_t)s->n;
	return depth ? r->open[depth - 1] : SIDE_NONE;
}

static void
add_row(struct reader *r)
{
	const struct columns *c = &r->column;
	struct side *s = r->side;
	struct span name = tsv_field(r->in, c->name);
	struct interval when = xtsv_start_and_duration(r->in, c->ts, c->dur);
	struct side_node node = {.parent = find_parent(r),
	    .event = xtsv_int(r->in, c->event),
	    .start = when.start,
	    .end = when.end,
	    .work = xtsv_us(r->in, c->gpu),
	    .events = (uint32_t)xtsv_int(r->in, c->events)};
	bool call;

	if (s->n == INT32_MAX)
		die("%s: more than 2147483647 rows", tsv_file(r->in));
	node.kind = (uint8_t)kind_of(tsv_field(r->in, c->cat));
	node.depth = (uint32_t)xtsv_int(r->in, c->depth);
	call = node.kind == SIDE_CALL;
	node.name = pool_add(s->texts, name);
	node.key = number(r, name, call, r->form);
	node.loose = node.kind == SIDE_FRAME
	    ? number(r, name, false, COMPARED_LOOSE)
	    : node.key;
	node.args = number_args(r);
	node.rank = pool_add(s->texts, tsv_field_or_none(r->in, c->rank));
	s->ranks = s->ranks || (s->n && node.rank != s->node[0].rank);
	ARRAY_PUSH(s->node, s->n, &s->cap, node);
}

void
side_read(struct side *s, const char *path, struct pool *texts,
    enum compared_form form)
{
	struct reader r = {.side = s, .form = form};

	*s = (struct side){.texts = texts};
	r.in = xtsv_open_file(path);
	find_columns(&r.column, r.in);
	while (xtsv_next(r.in))
		add_row(&r);
	tsv_close(r.in);
	buf_free(&r.room);
	free(r.open);
	side_close(s);
}

struct span
side_arg(const struct side *s, uint32_t node, int which)
{
	return span_part(
	    pool_get(s->texts, s->node[node].args), '\t', (size_t)which);
}

struct span
side_name(const struct side *s, uint32_t node)
{
	return node == SIDE_NONE ? (struct span){"", 0}
				 : pool_get(s->texts, s->node[node].name);
}
