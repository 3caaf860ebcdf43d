#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/checkpoint.h"

void
checkpoints_init(struct checkpoints *s)
{
	*s = (struct checkpoints){.step = 1};
}

static void
keep_row(struct checkpoints *s, const struct band *c)
{
	size_t n = c->to - c->from;
	struct checkpoint *k = &s->kept[s->n];

	*k = (struct checkpoint){c->row, c->from, c->to,
	    xmalloc((n + 1) * SCORES * sizeof *k->scores)};
	for (size_t i = 0; i < SCORES; i++)
		memcpy(k->scores + i * n, c->scores + i * c->width + c->from,
		    n * sizeof *k->scores);
	s->n++;
}

/* Every other row goes, when there are too many. */
static void
thin_out(struct checkpoints *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (i % 2)
			free(s->kept[i].scores);
		else
			s->kept[i / 2] = s->kept[i];
	s->n /= 2;
	s->step *= 2;
}

void
checkpoints_offer(struct checkpoints *s, const struct band *c)
{
	if (s->offered++ % s->step)
		return;
	if (s->n == CHECKPOINTS_MOST)
		thin_out(s);
	keep_row(s, c);
}

void
checkpoint_return(const struct checkpoint *k, struct band *c)
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
checkpoints_drop(struct checkpoints *s)
{
	free(s->kept[--s->n].scores);
}

void
checkpoints_clear(struct checkpoints *s)
{
	while (s->n > 0)
		checkpoints_drop(s);
}
