#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/bytes/pool.h"
#include "common/json/repair.h"
#include "tools/trace-extract/begins.h"

/* A begin with its own copy of all texts. */
struct begin {
	struct raw_event e;
	int64_t number;
	struct buf text;
	struct span asked[];
};

struct stack {
	struct begin **begin;
	size_t n, cap;
};

struct begins {
	size_t asked;
	uint64_t counters;
	struct pool *threads;
	struct stack *stack; /* by the number of the thread */
	size_t stacks, cap;
	struct buf key, args;
	struct begin *out;   /* the one handed out last */
	struct begin **left; /* those open at the end, the first one last */
	size_t left_n;
	bool ended;
};

struct begins *
begins_new(size_t n, uint64_t counters)
{
	struct begins *p = xcalloc(1, sizeof *p);

	p->asked = n;
	p->counters = counters;
	p->threads = pool_new();
	return p;
}

static void
free_begin(struct begin *b)
{
	if (b)
		buf_free(&b->text);
	free(b);
}

void
begins_free(struct begins *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->stacks; i++) {
		for (size_t k = 0; k < p->stack[i].n; k++)
			free_begin(p->stack[i].begin[k]);
		free(p->stack[i].begin);
	}
	free_begin(p->out);
	free(p->stack);
	free(p->left);
	buf_free(&p->key);
	buf_free(&p->args);
	pool_free(p->threads);
	free(p);
}

/* The stack of the event's thread. */
static struct stack *
stack_of(struct begins *p, const struct raw_event *e)
{
	uint32_t id = pool_add(
	    p->threads, BUF_JOIN(&p->key, e->pid, span_of("\t"), e->tid));

	if (id == p->stacks)
		ARRAY_PUSH(p->stack, p->stacks, &p->cap, (struct stack){0});
	return &p->stack[id];
}

/* Copies a text after the others, for which there is room. */
static void
copy(struct begin *b, struct span *text)
{
	char *at = b->text.p + b->text.n;

	if (text->n)
		memcpy(at, text->p, text->n);
	b->text.n += text->n;
	text->p = at;
}

/* The texts of an event but for those of the args asked for. */
static void
texts_of(struct raw_event *e, struct span *text[12])
{
	struct span *all[12] = {&e->name, &e->cat, &e->ph, &e->id, &e->pid,
	    &e->tid, &e->device, &e->stream, &e->correlation, &e->external_id,
	    &e->args, &e->rest};

	memcpy(text, all, sizeof all);
}

static struct begin *
new_begin(const struct begins *p, const struct raw_event *e, int64_t number)
{
	struct begin *b = xcalloc(1, sizeof *b + p->asked * sizeof *b->asked);
	struct span *text[12];
	size_t bytes = 1;

	b->e = *e;
	b->number = number;
	texts_of(&b->e, text);
	for (size_t i = 0; i < 12; i++)
		bytes += text[i]->n;
	for (size_t i = 0; i < p->asked; i++)
		bytes += e->asked[i].n;
	buf_reserve(&b->text, bytes);
	for (size_t i = 0; i < 12; i++)
		copy(b, text[i]);
	for (size_t i = 0; i < p->asked; i++) {
		b->asked[i] = e->asked[i];
		copy(b, &b->asked[i]);
	}
	b->e.asked = b->asked;
	b->e.ts_text = b->e.dur_text = (struct span){0};
	return b;
}

/* Takes the begin of an end off its stack; NULL: there is none. */
static struct begin *
close_begin(struct stack *s, const struct raw_event *e)
{
	size_t i = s->n;
	struct begin *b;

	while (
	    i > 0 && e->name.n && !span_equal(s->begin[i - 1]->e.name, e->name))
		i--;
	if (i == 0)
		return NULL;
	b = s->begin[i - 1];
	memmove(&s->begin[i - 1], &s->begin[i],
	    (s->n - i) * sizeof(struct begin *));
	s->n--;
	return b;
}

/* Appends the members whose keys are not among those. */
static void
add_others(struct buf *out, struct span object, const struct pool *keys)
{
	struct span key, value;

	while (json_next_member(&object, &key, &value)) {
		if (pool_find(keys, key) != POOL_NONE)
			continue;
		buf_add(out, out->n ? "," : "{", 1);
		BUF_ADD_ALL(out, key, span_of(":"), value);
	}
}

/* The members of both objects; of those that both have, the end's. */
static void
join_args(struct begins *p, struct begin *b, struct span end)
{
	struct span args = b->e.args, rest = end, key, value;
	struct pool *keys;

	if (end.n <= 2 || *end.p != '{' || span_equal(args, end))
		return;
	if (args.n <= 2 || *args.p != '{') {
		b->e.args = end;
		return;
	}
	keys = pool_new();
	while (json_next_member(&rest, &key, &value))
		pool_add(keys, key);
	p->args.n = 0;
	add_others(&p->args, args, keys);
	buf_add(&p->args, p->args.n ? "," : "{", 1);
	buf_add(&p->args, end.p + 1, end.n - 1);
	pool_free(keys);
	b->e.args = buf_span(&p->args);
}

/* Takes a text from an end if that has one, as join_args does. */
static void
take(struct span *text, struct span end)
{
	if (end.n)
		*text = end;
}

static void
take_all(struct begins *p, struct begin *b, const struct raw_event *end)
{
	take(&b->e.correlation, end->correlation);
	take(&b->e.external_id, end->external_id);
	for (size_t i = 0; i < p->asked; i++)
		if (!(p->counters >> i & 1) || !b->asked[i].n)
			take(&b->asked[i], end->asked[i]);
}

static enum begins_result
end_begin(struct begins *p, struct raw_event *e, int64_t *number)
{
	struct stack *s = stack_of(p, e);
	struct begin *b = close_begin(s, e);

	if (!b)
		return BEGINS_LOST;
	free_begin(p->out);
	p->out = b;
	if (!b->e.has_ts || !e->has_ts)
		return BEGINS_LOST;
	if (e->ts < b->e.ts)
		return BEGINS_BACKWARD;
	b->e.ph = span_of("X");
	b->e.has_dur = true;
	b->e.dur = e->ts - b->e.ts;
	take_all(p, b, e);
	join_args(p, b, e->args);
	*e = b->e;
	*number = b->number;
	return BEGINS_EVENT;
}

enum begins_result
begins_take(struct begins *p, struct raw_event *e, int64_t *number)
{
	struct stack *s;

	if (span_is(e->ph, "E"))
		return end_begin(p, e, number);
	if (!span_is(e->ph, "B"))
		return BEGINS_EVENT;
	s = stack_of(p, e);
	ARRAY_PUSH(s->begin, s->n, &s->cap, new_begin(p, e, *number));
	return BEGINS_OPENED;
}

ORDER_POINTERS_BY(later_first, struct begin, DOWN(number))

/* First brings together what is open on all stacks, which own it still. */
bool
begins_left(struct begins *p, struct raw_event *e, int64_t *number)
{
	size_t cap = 0;

	for (size_t i = 0; !p->ended && i < p->stacks; i++)
		for (size_t k = 0; k < p->stack[i].n; k++)
			ARRAY_PUSH(
			    p->left, p->left_n, &cap, p->stack[i].begin[k]);
	if (!p->ended)
		ARRAY_SORT(p->left, p->left_n, later_first);
	p->ended = true;
	if (p->left_n == 0)
		return false;
	p->left_n--;
	*e = p->left[p->left_n]->e;
	*number = p->left[p->left_n]->number;
	return true;
}
