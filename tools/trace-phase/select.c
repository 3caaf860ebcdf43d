#include <stdlib.h>

#include "tools/trace-phase/select.h"

/* The search on one GPU. */
struct search {
	const struct judged_cycle *c;
	size_t n;
	const bool *is_main;
	enum phase wanted; /* PHASE_EMPTY: any */
};

static bool
is_wanted(const struct search *s, size_t i)
{
	return i != CYCLE_NONE &&
	    (s->wanted == PHASE_EMPTY || s->c[i].phase == s->wanted);
}

/* Of two cycles of one GPU, is the first the better step? */
static bool
better_step(const struct search *s, size_t a, size_t b)
{
	bool a_main = s->is_main[s->c[a].stream];

	if (a_main != s->is_main[s->c[b].stream])
		return a_main;
	return s->c[a].coverage > s->c[b].coverage;
}

/*
 * The best one right inside `outer`; for CYCLE_NONE the best of those that are
 * inside no other one that is wanted.
 */
static size_t
find(const struct search *s, size_t gpu, size_t outer)
{
	size_t best = CYCLE_NONE;

	for (size_t i = 0; i < s->n; i++) {
		size_t p = cycle_outwards(s->c, i);

		if (s->c[i].gpu == gpu && is_wanted(s, i) &&
		    (p == outer || (outer == CYCLE_NONE && !is_wanted(s, p))) &&
		    (best == CYCLE_NONE || better_step(s, i, best)))
			best = i;
	}
	return best;
}

static size_t
find_layer(const struct search *s, size_t gpu, size_t step)
{
	size_t layer = step, inside = find(s, gpu, step);

	while (inside != CYCLE_NONE &&
	    s->c[inside].coverage >= s->c[step].coverage / 2) {
		layer = inside;
		inside = find(s, gpu, layer);
	}
	return layer;
}

static size_t
find_on(const struct search *s, size_t gpu, enum phase wanted, bool step)
{
	struct search t = *s;
	size_t found;

	t.wanted = wanted == PHASE_EMPTY ? PHASE_DECODE : wanted;
	found = find(&t, gpu, CYCLE_NONE);
	if (found == CYCLE_NONE && wanted == PHASE_EMPTY) {
		t.wanted = PHASE_EMPTY;
		found = find(&t, gpu, CYCLE_NONE);
	}
	return found == CYCLE_NONE || step ? found : find_layer(&t, gpu, found);
}

size_t
select_cycles(const struct judged_cycle *c, size_t n, size_t gpus,
    size_t streams, enum phase wanted, bool step, bool *keep)
{
	bool *is_main = cycle_main_streams(c, n, gpus, streams);
	struct search s = {c, n, is_main, wanted};
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		keep[i] = false;
	for (size_t g = 0; g < gpus; g++) {
		size_t found = find_on(&s, g, wanted, step);

		if (found == CYCLE_NONE)
			continue;
		keep[found] = true;
		kept++;
	}
	free(is_main);
	return kept;
}
