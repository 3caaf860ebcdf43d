#include <stdlib.h>

#include "tools/trace-lanes/pairs.h"

/* The number of an empty line. */
static uint32_t
new_number(struct pairs *p)
{
	if (p->unused_n)
		return p->unused[--p->unused_n];
	/* Room for all numbers, so that none is lost when it is given back. */
	ARRAY_RESERVE(p->unused, &p->unused_cap, p->lines + 1);
	ARRAY_PUSH(p->line, p->lines, &p->cap, (struct buf){0});
	return (uint32_t)p->lines - 1;
}

void
pairs_add(struct pairs *p, int64_t time, struct span line)
{
	uint32_t number = new_number(p);
	struct buf *b = &p->line[number];

	b->n = 0;
	buf_add(b, line.p, line.n);
	heap_push(&p->times, (struct heap_entry){time, number});
}

bool
pairs_take(struct pairs *p, int64_t time, struct span *line)
{
	uint32_t number;

	if (p->times.n == 0 || p->times.entry[0].time > time)
		return false;
	number = heap_pop(&p->times).number;
	p->unused[p->unused_n++] = number;
	*line = buf_span(&p->line[number]);
	return true;
}

void
pairs_free(struct pairs *p)
{
	for (size_t i = 0; i < p->lines; i++)
		buf_free(&p->line[i]);
	heap_free(&p->times);
	free(p->line);
	free(p->unused);
	*p = (struct pairs){0};
}
