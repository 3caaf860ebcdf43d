#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/trace/host_stacks.h"

int
host_stacks_init(struct host_stacks *s, size_t n, size_t stacks)
{
	s->top = xmalloc((stacks + 1) * sizeof *s->top);
	s->below = xmalloc((n + 1) * sizeof *s->below);
	for (size_t i = 0; s->top && i < stacks; i++)
		s->top[i] = HOST_NONE;
	return s->top && s->below ? 0 : -1;
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
