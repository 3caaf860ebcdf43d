#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/between.h"

/* The phase of a place in a chain. */
static uint32_t
phase_at(const struct search *s, const struct chain *c, uint32_t at)
{
	uint64_t travel = chains_travel(&s->finder->chains, c, at);

	return (uint32_t)((c->phase + travel) % c->period);
}

/*
 * Does something with each symbol of a piece that fits: its place, its phase.
 */
static void
for_fitting(const struct search *s, const struct piece *p,
    void (*visit)(void *, uint32_t at, uint32_t phase), void *data)
{
	const struct chains *all = &s->finder->chains;
	const struct chain *c = &all->chain[p->chain];
	const struct segment *seg = chains_segment(all, c, p->start);
	const struct segment *last = chains_segment(all, c, p->end);

	for (; seg <= last; seg++) {
		uint32_t at = seg->start > p->start ? seg->start : p->start;
		uint32_t end = seg->end < p->end ? seg->end : p->end;
		uint32_t phase = phase_at(s, c, at);

		for (; at < end; at++) {
			visit(data, at, phase);
			phase = phase + 1 < c->period ? phase + 1 : 0;
		}
	}
}

/* A piece on which what is between those inside is laid. */
struct laying {
	const unsigned char *between; /* by phase */
	uint32_t *times;    /* of each phase: how often it fits; may be NULL */
	unsigned char *out; /* for the symbol at `from`, and so on */
	uint32_t from;
};

static void
count_phase(void *data, uint32_t at, uint32_t phase)
{
	struct laying *l = data;

	(void)at;
	l->times[phase]++;
}

static void
lay_phase(void *data, uint32_t at, uint32_t phase)
{
	struct laying *l = data;

	if (!l->times || l->times[phase] > 1)
		l->out[at - l->from] = l->between[phase];
}

static const unsigned char *
between_of(const struct search *s, const struct piece *p)
{
	uint32_t class = s->finder->chains.chain[p->chain].class;

	return s->met[s->index[class] - 1].between;
}

/* Lays it on a piece inside a root. */
static void
lay(const struct search *s, const struct piece *p, unsigned char *out)
{
	struct laying l = {between_of(s, p), NULL, out, p->start};

	if (l.between)
		for_fitting(s, p, lay_phase, &l);
}

int
between_lay(const struct search *s, const struct piece *p, unsigned char *out)
{
	uint32_t period = s->finder->chains.chain[p->chain].period;
	struct laying l = {between_of(s, p), NULL, out, 0};

	if (!l.between)
		return 0;
	l.times = calloc(period, sizeof *l.times);
	if (!l.times)
		return -1;
	for_fitting(s, p, count_phase, &l);
	for_fitting(s, p, lay_phase, &l);
	free(l.times);
	return 0;
}

/* What is between the pieces inside a root, from its first symbol on. */
static void
find_straight(const struct search *s, const struct met *m, unsigned char *out)
{
	uint32_t root = m->chain->root;

	memset(out, 1, m->chain->period);
	for (size_t i = 0; i < m->n; i++) {
		const struct piece *p = &m->piece[i];

		memset(out + (p->start - root), 0, p->end - p->start);
		lay(s, p, out + (p->start - root));
	}
}

/* The same by phase. */
static int
find_between(const struct search *s, const struct met *m)
{
	uint32_t period = m->chain->period;
	uint32_t phase = phase_at(s, m->chain, m->chain->root);
	unsigned char *straight = malloc(period);

	if (!straight)
		return -1;
	find_straight(s, m, straight);
	memcpy(m->between + phase, straight, period - phase);
	memcpy(m->between, straight + (period - phase), phase);
	free(straight);
	return 0;
}

/* All of it in one piece of memory. */
static int
reserve_between(struct search *s)
{
	size_t room = 0;

	for (size_t i = 0; i < s->n; i++)
		if (s->met[i].n)
			room += s->met[i].chain->period;
	s->between = calloc(room + 1, 1);
	if (!s->between)
		return -1;
	room = 0;
	for (size_t i = 0; i < s->n; i++)
		if (s->met[i].n) {
			s->met[i].between = s->between + room;
			room += s->met[i].chain->period;
		}
	return 0;
}

static int
compare_period(const void *a, const void *b)
{
	const struct met *x = a, *y = b;

	if (x->chain->period != y->chain->period)
		return x->chain->period < y->chain->period ? -1 : 1;
	return (x->chain->class > y->chain->class) -
	    (x->chain->class < y->chain->class);
}

/* Short periods first: what is inside comes before what holds it. */
int
between_find(struct search *s)
{
	if (s->n)
		qsort(s->met, s->n, sizeof *s->met, compare_period);
	for (size_t i = 0; i < s->n; i++)
		s->index[s->met[i].chain->class] = i + 1;
	if (reserve_between(s))
		return -1;
	for (size_t i = 0; i < s->n; i++)
		if (s->met[i].n && find_between(s, &s->met[i]))
			return -1;
	return 0;
}
