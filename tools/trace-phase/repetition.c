#include <stdlib.h>

#include "tools/trace-phase/repetition.h"

/* What is known of one GPU's cycles. */
struct contest {
	int64_t level;       /* outermost with a cycle that matters */
	size_t fewest, most; /* of that level: places in the array */
	bool any;
	bool prefill_taken, decode_taken, labelled;
};

/* The main stream of each GPU; kernels[] is zeroed, one for each stream. */
static void
find_main(const struct cycle *c, size_t n, double *kernels, size_t *best,
    size_t gpus, size_t none)
{
	for (size_t g = 0; g < gpus; g++)
		best[g] = none;
	for (size_t i = 0; i < n; i++)
		if (c[i].parent == REPETITION_NONE)
			kernels[c[i].stream] +=
			    (double)c[i].reps * (double)c[i].length;
	for (size_t i = 0; i < n; i++) {
		size_t *b = &best[c[i].gpu];

		if (*b == none || kernels[c[i].stream] > kernels[*b])
			*b = c[i].stream;
	}
}

/*
 * Whether each stream is the main one of its GPU, with one more that stands for
 * none. The caller frees it; NULL: no memory.
 */
static bool *
main_streams(const struct cycle *c, size_t n, size_t gpus, size_t streams)
{
	bool *is_main = calloc(streams + 1, sizeof *is_main);
	double *kernels = calloc(streams + 1, sizeof *kernels);
	size_t *best = calloc(gpus + 1, sizeof *best);

	if (is_main && kernels && best) {
		find_main(c, n, kernels, best, gpus, streams);
		for (size_t g = 0; g < gpus; g++)
			is_main[best[g]] = true;
	} else {
		free(is_main);
		is_main = NULL;
	}
	free(kernels);
	free(best);
	return is_main;
}

static bool
significant(const struct cycle *c)
{
	return c->reps > 1 && c->coverage >= REPETITION_SIGNIFICANT;
}

/* The order from prefill to decode. The array's order decides the rest. */
static bool
more_like_decode(const struct cycle *a, const struct cycle *b)
{
	if (a->reps != b->reps)
		return a->reps > b->reps;
	return a->coverage < b->coverage;
}

static void
enter(struct contest *t, const struct cycle *c, size_t i)
{
	if (!t->any || c[i].level < t->level) {
		t->any = true;
		t->level = c[i].level;
		t->fewest = t->most = i;
	} else if (c[i].level == t->level) {
		if (more_like_decode(&c[t->fewest], &c[i]))
			t->fewest = i;
		if (!more_like_decode(&c[t->most], &c[i]))
			t->most = i;
	}
}

static void
set(struct cycle *c, enum phase p, const char *reason)
{
	c->phase = p;
	c->reason = reason;
}

static void
decide(struct cycle *c, size_t i, const struct contest *t, bool is_main)
{
	if (c[i].reps < 2)
		set(&c[i], PHASE_UNKNOWN, "does not repeat");
	else if (!is_main)
		set(&c[i], PHASE_UNKNOWN, "not on the GPU's main stream");
	else if (!significant(&c[i]))
		set(&c[i], PHASE_UNKNOWN, "under 1 % of kernel time");
	else if (c[i].level != t->level)
		set(&c[i], PHASE_UNKNOWN, "not of the outermost level");
	else if (i == t->most && t->decode_taken)
		set(&c[i], PHASE_UNKNOWN, "another cycle is decode");
	else if (i == t->most)
		set(&c[i], PHASE_DECODE,
		    t->fewest == t->most ? "only cycle" : "most repetitions");
	else if (i == t->fewest && t->prefill_taken)
		set(&c[i], PHASE_UNKNOWN, "another cycle is prefill");
	else if (i == t->fewest)
		set(&c[i], PHASE_PREFILL, "fewest repetitions");
	else
		set(&c[i], PHASE_UNKNOWN,
		    "neither most nor fewest repetitions");
}

static void
find_contests(const struct cycle *c, size_t n, const bool *is_main,
    struct contest *contests)
{
	for (size_t i = 0; i < n; i++) {
		struct contest *t = &contests[c[i].gpu];

		t->prefill_taken |= c[i].phase == PHASE_PREFILL;
		t->decode_taken |= c[i].phase == PHASE_DECODE;
		t->labelled |= c[i].phase > PHASE_UNKNOWN;
		if (significant(&c[i]) && is_main[c[i].stream])
			enter(t, c, i);
	}
}

/* The next cycle outwards, or REPETITION_NONE; levels fall, so it ends. */
static size_t
outwards(const struct cycle *c, size_t i)
{
	size_t p = c[i].parent;

	return p != REPETITION_NONE && c[p].level < c[i].level
	    ? p
	    : REPETITION_NONE;
}

/* A cycle of which nothing else is known has the phase of what it is inside. */
static void
inherit(struct cycle *c, size_t i)
{
	static const char *const inside[] = {
	    [PHASE_PREFILL] = "inside a prefill cycle",
	    [PHASE_DECODE] = "inside a decode cycle",
	    [PHASE_MIXED] = "inside a mixed cycle"};
	size_t p = outwards(c, i);

	while (p != REPETITION_NONE && c[p].phase == PHASE_UNKNOWN)
		p = outwards(c, p);
	if (p != REPETITION_NONE && c[p].phase != PHASE_OTHER)
		set(&c[i], c[p].phase, inside[c[p].phase]);
}

int
repetition_label(struct cycle *c, size_t n, size_t gpus, size_t streams)
{
	struct contest *contests = calloc(gpus + 1, sizeof *contests);
	bool *is_main = main_streams(c, n, gpus, streams);

	if (!contests || !is_main) {
		free(contests);
		free(is_main);
		return -1;
	}
	find_contests(c, n, is_main, contests);
	for (size_t i = 0; i < n; i++)
		if (c[i].phase == PHASE_EMPTY ||
		    (c[i].phase == PHASE_UNKNOWN &&
			!contests[c[i].gpu].labelled))
			decide(c, i, &contests[c[i].gpu], is_main[c[i].stream]);
	for (size_t i = 0; i < n; i++)
		if (c[i].reason && c[i].phase == PHASE_UNKNOWN)
			inherit(c, i);
	free(contests);
	free(is_main);
	return 0;
}

/* What is looked for on one GPU. */
struct search {
	const struct cycle *c;
	size_t n;
	const bool *is_main;
	enum phase wanted; /* PHASE_EMPTY: any */
};

static bool
is_wanted(const struct search *s, size_t i)
{
	return i != REPETITION_NONE &&
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

static size_t
find_step(const struct search *s, size_t gpu)
{
	size_t best = REPETITION_NONE;

	for (size_t i = 0; i < s->n; i++)
		if (s->c[i].gpu == gpu && is_wanted(s, i) &&
		    !is_wanted(s, outwards(s->c, i)) &&
		    (best == REPETITION_NONE || better_step(s, i, best)))
			best = i;
	return best;
}

/* The cycle right inside this one that covers most, or REPETITION_NONE. */
static size_t
find_inside(const struct search *s, size_t outer)
{
	size_t best = REPETITION_NONE;

	for (size_t i = 0; i < s->n; i++)
		if (outwards(s->c, i) == outer && is_wanted(s, i) &&
		    (best == REPETITION_NONE ||
			s->c[i].coverage > s->c[best].coverage))
			best = i;
	return best;
}

static size_t
find_layer(const struct search *s, size_t step)
{
	size_t layer = step, inside = find_inside(s, step);

	while (inside != REPETITION_NONE &&
	    s->c[inside].coverage >= s->c[step].coverage / 2) {
		layer = inside;
		inside = find_inside(s, layer);
	}
	return layer;
}

static size_t
find_on(const struct search *s, size_t gpu, enum phase wanted, bool step)
{
	struct search t = *s;
	size_t found;

	t.wanted = wanted == PHASE_EMPTY ? PHASE_DECODE : wanted;
	found = find_step(&t, gpu);
	if (found == REPETITION_NONE && wanted == PHASE_EMPTY) {
		t.wanted = PHASE_EMPTY;
		found = find_step(&t, gpu);
	}
	return found == REPETITION_NONE || step ? found : find_layer(&t, found);
}

ptrdiff_t
repetition_select(const struct cycle *c, size_t n, size_t gpus, size_t streams,
    enum phase wanted, bool step, bool *keep)
{
	bool *is_main = main_streams(c, n, gpus, streams);
	struct search s = {c, n, is_main, wanted};
	ptrdiff_t kept = 0;

	if (!is_main)
		return -1;
	for (size_t i = 0; i < n; i++)
		keep[i] = false;
	for (size_t g = 0; g < gpus; g++) {
		size_t found = find_on(&s, g, wanted, step);

		if (found == REPETITION_NONE)
			continue;
		keep[found] = true;
		kept++;
	}
	free(is_main);
	return kept;
}
