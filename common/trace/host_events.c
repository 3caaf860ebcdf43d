#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/trace/host_events.h"

ORDER_BY(compare_hosts, struct host, UP(start),
    (y->kind == HOST_ANNOTATION) - (x->kind == HOST_ANNOTATION), DOWN(end),
    UP(kind), UP(external), UP(thread), UP(name), UP(details), UP(id))

void
host_sort(struct host *h, size_t n, const uint32_t *place, bool number)
{
	int64_t operators = 0;

	for (size_t i = 0; i < n; i++) {
		h[i].scope = place[h[i].scope];
		h[i].process = place[h[i].process];
		h[i].thread = place[h[i].thread];
		h[i].name = place[h[i].name];
		h[i].details = place[h[i].details];
	}
	if (n) /* h may be NULL otherwise */
		qsort(h, n, sizeof *h, compare_hosts);
	for (size_t i = 0; number && i < n; i++)
		if (h[i].kind == HOST_OPERATOR)
			h[i].id = operators++;
}

bool
host_copies_and_waits(struct span name)
{
	return span_is_among(name, "cudaMemcpy hipMemcpy hipMemcpyWithStream");
}

enum { HOST_SLACK = 1000 }; /* ns */

void
host_stacks_init(struct host_stacks *s, size_t n, size_t stacks)
{
	s->top = xnones(stacks);
	s->below = xmalloc((n + 1) * sizeof *s->below);
}

void
host_stacks_free(struct host_stacks *s)
{
	free(s->top);
	free(s->below);
}

uint32_t
host_stacks_top(
    struct host_stacks *s, const struct host *h, uint32_t number, int64_t now)
{
	uint32_t *top = &s->top[number];

	while (*top != HOST_NONE && h[*top].end <= now)
		*top = s->below[*top];
	return *top;
}

void
host_stacks_push(struct host_stacks *s, uint32_t number, uint32_t row)
{
	s->below[row] = s->top[number];
	s->top[number] = row;
}

uint32_t
host_stacks_enter(
    struct host_stacks *s, const struct host *h, uint32_t row, bool *crosses)
{
	uint32_t number = h[row].thread;
	uint32_t top = host_stacks_top(s, h, number, h[row].start);
	bool crossing = top != HOST_NONE && h[top].end < h[row].end &&
	    h[top].end - h[row].start >= HOST_SLACK;

	if (crosses)
		*crosses = crossing;
	if (crossing)
		return HOST_NONE;
	if (top != HOST_NONE && h[top].end < h[row].end) {
		s->top[number] = s->below[top];
		host_stacks_top(s, h, number, h[row].start);
	}
	host_stacks_push(s, number, row);
	return s->below[row];
}
