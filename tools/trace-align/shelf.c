#include <stdlib.h>
#include <string.h>

#include "tools/trace-align/shelf.h"

void
shelf_init(struct shelf *s)
{
	*s = (struct shelf){.step = 1};
}

static int
keep_row(struct shelf *s, const struct cells *c)
{
	size_t n = c->to - c->from;
	struct kept *k = &s->kept[s->n];

	*k = (struct kept){c->row, c->from, c->to,
	    malloc((n + 1) * SCORES * sizeof *k->scores)};
	if (!k->scores)
		return -1;
	for (size_t i = 0; i < SCORES; i++)
		memcpy(k->scores + i * n, c->scores + i * c->width + c->from,
		    n * sizeof *k->scores);
	s->n++;
	return 0;
}

/* Every other row goes, when there are too many. */
static void
thin_out(struct shelf *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (i % 2)
			free(s->kept[i].scores);
		else
			s->kept[i / 2] = s->kept[i];
	s->n /= 2;
	s->step *= 2;
}

int
shelf_offer(struct shelf *s, const struct cells *c)
{
	if (s->offered++ % s->step)
		return 0;
	if (s->n == SHELF_MOST)
		thin_out(s);
	return keep_row(s, c);
}

void
shelf_return(const struct kept *k, struct cells *c)
{
	size_t n = k->to - k->from;

	for (size_t i = 0; i < SCORES; i++)
		memcpy(c->scores + i * c->width + k->from, k->scores + i * n,
		    n * sizeof *k->scores);
	c->row = k->row;
	c->from = k->from;
	c->to = k->to;
}

void
shelf_drop(struct shelf *s)
{
	free(s->kept[--s->n].scores);
}

void
shelf_clear(struct shelf *s)
{
	while (s->n > 0)
		shelf_drop(s);
}
