#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/trace/host.h"
#include "tools/trace-memory/holders.h"

/* What holds comes before what is held. */
static int
compare(const void *a, const void *b)
{
	const struct host *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->end != y->end)
		return x->end > y->end ? -1 : 1;
	return (x->kind > y->kind) - (x->kind < y->kind);
}

/* Annotations hold what other threads of their process do, too. */
static void
enter(struct host_stacks *s, const struct host *h, uint32_t row)
{
	uint32_t number =
	    h[row].kind == HOST_ANNOTATION ? h[row].process : h[row].thread;

	host_stacks_top(s, h, number, h[row].start);
	host_stacks_push(s, number, row);
}

/* The rows that hold a change, the innermost first. */
static void
find(struct host_stacks *s, const struct host *h, struct change *c)
{
	uint32_t row = host_stacks_top(s, h, c->thread, c->time);

	for (; row != HOST_NONE; row = s->below[row]) {
		enum holder which = h[row].kind == HOST_OPERATOR
		    ? HOLDER_OPERATOR
		    : HOLDER_MODULE;

		if (h[row].end > c->time && c->holder[which] == HOST_NONE)
			c->holder[which] = row;
	}
	row = host_stacks_top(s, h, c->process, c->time);
	for (; row != HOST_NONE; row = s->below[row]) {
		if (h[row].end <= c->time)
			continue;
		if (c->holder[HOLDER_ANNOTATION] == HOST_NONE)
			c->holder[HOLDER_ANNOTATION] = row;
		c->holder[HOLDER_STEP] = row;
	}
}

void
holders_find(
    struct change *c, size_t n, struct host *h, size_t hosts, size_t texts)
{
	struct host_stacks s;
	uint32_t row = 0;

	if (hosts)
		qsort(h, hosts, sizeof *h, compare);
	if (host_stacks_init(&s, hosts, texts))
		memory_out();
	for (size_t i = 0; i < n; i++) {
		for (; row < hosts && h[row].start <= c[i].time; row++)
			enter(&s, h, row);
		for (size_t k = 0; k < HOLDERS; k++)
			c[i].holder[k] = HOST_NONE;
		find(&s, h, &c[i]);
	}
	host_stacks_free(&s);
}
