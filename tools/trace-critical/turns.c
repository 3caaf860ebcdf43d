#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/trace/backward.h"
#include "tools/trace-critical/points.h"

/* Without a row for as long (ns), a thread waited if the other one had some:
 * ten times the 9.6 us for a launch and its wait, see edges.c. */
enum { TURN = 100000 };

/* By the number of a thread, and of a scope: its main thread and the other. */
struct turns {
	uint32_t *operators; /* outermost ones */
	uint32_t *backward;  /* of these, of a backward pass */
	uint32_t *main, *second;
};

static void
count(const struct points *r, struct turns *t)
{
	for (uint32_t i = 0; i < r->hosts; i++) {
		const struct host *h = &r->row[i];

		if (h->kind != HOST_OPERATOR || r->parent[i] != NONE)
			continue;
		t->operators[h->thread]++;
		t->backward[h->thread] +=
		    backward_is(pool_get(r->in.texts, h->name));
	}
}

static bool
is_second(const struct turns *t, uint32_t thread)
{
	return 2 * t->backward[thread] > t->operators[thread];
}

static void
choose(const struct points *r, struct turns *t)
{
	for (uint32_t i = 0; i < r->hosts; i++) {
		const struct host *h = &r->row[i];
		uint32_t *best = is_second(t, h->thread) ? &t->second[h->scope]
							 : &t->main[h->scope];

		if (*best == NONE ||
		    t->operators[h->thread] > t->operators[*best])
			*best = h->thread;
	}
}

/* The thread with which that of a row takes turns, or NONE. */
static uint32_t
partner_of(const struct turns *t, const struct host *h)
{
	uint32_t main = t->main[h->scope], second = t->second[h->scope];

	if (main == NONE || second == NONE)
		return NONE;
	return is_second(t, h->thread) ? main
	    : h->thread == main        ? second
				       : NONE;
}

/* The last point of the thread up to `now`; later ones are asked before. */
static uint32_t
last_until(const struct points *r, uint32_t *last, uint32_t thread, int64_t now)
{
	while (last[thread] != NONE && point_time(r, last[thread]) > now)
		last[thread] = r->before[last[thread]];
	return last[thread];
}

void
turns_find(struct points *r, uint32_t *last)
{
	uint32_t texts = pool_count(r->in.texts);
	struct turns t = {xcalloc(texts + 1u, sizeof *t.operators),
	    xcalloc(texts + 1u, sizeof *t.backward), xnones(texts),
	    xnones(texts)};

	count(r, &t);
	choose(r, &t);
	for (uint32_t i = r->hosts; i-- > 0;) {
		const struct host *h = &r->row[i];
		uint32_t before = r->before[point_start(i)];
		uint32_t partner = partner_of(&t, h), point;

		if (partner == NONE || r->parent[i] != NONE ||
		    (before != NONE && h->start - point_time(r, before) < TURN))
			continue;
		point = last_until(r, last, partner, h->start);
		if (point != NONE &&
		    (before == NONE ||
			point_time(r, point) > point_time(r, before)))
			r->turn[i] = point;
	}
	free(t.operators);
	free(t.backward);
	free(t.main);
	free(t.second);
}
