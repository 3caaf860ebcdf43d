#include <stdlib.h>

#include "tools/trace-phase/phase.h"

/* What is known of one GPU's cycles. */
struct contest {
	int64_t level;       /* outermost with a cycle that matters */
	size_t fewest, most; /* of that level: places in the array */
	bool any;
	bool prefill_taken, decode_taken;
};

const char *
phase_name(enum phase p)
{
	switch (p) {
	case PHASE_PREFILL:
		return "prefill";
	case PHASE_DECODE:
		return "decode";
	default:
		return "unknown";
	}
}

static bool
matters(const struct phase_cycle *c)
{
	return c->reps > 1 && c->coverage >= PHASE_SIGNIFICANT;
}

/* The order from prefill to decode. The array's order decides the rest. */
static bool
more_like_decode(const struct phase_cycle *a, const struct phase_cycle *b)
{
	if (a->reps != b->reps)
		return a->reps > b->reps;
	return a->coverage < b->coverage;
}

static void
enter(struct contest *t, const struct phase_cycle *c, size_t i)
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
set(struct phase_cycle *c, enum phase p, const char *reason)
{
	c->phase = p;
	c->reason = reason;
}

static void
decide(struct phase_cycle *c, size_t i, const struct contest *t)
{
	if (c[i].reps < 2)
		set(&c[i], PHASE_UNKNOWN, "does not repeat");
	else if (!matters(&c[i]))
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

int
phase_label(struct phase_cycle *c, size_t n, size_t gpus)
{
	struct contest *contests = calloc(gpus ? gpus : 1, sizeof *contests);

	if (!contests)
		return -1;
	for (size_t i = 0; i < n; i++) {
		struct contest *t = &contests[c[i].gpu];

		t->prefill_taken |= c[i].phase == PHASE_PREFILL;
		t->decode_taken |= c[i].phase == PHASE_DECODE;
		if (matters(&c[i]))
			enter(t, c, i);
	}
	for (size_t i = 0; i < n; i++)
		if (c[i].phase == PHASE_EMPTY)
			decide(c, i, &contests[c[i].gpu]);
	free(contests);
	return 0;
}

/* Of two cycles of one GPU, which one is selected? */
static bool
better(
    const struct phase_cycle *a, const struct phase_cycle *b, enum phase wanted)
{
	bool decodes = a->phase == PHASE_DECODE;

	if (wanted == PHASE_EMPTY && decodes != (b->phase == PHASE_DECODE))
		return decodes;
	return a->coverage > b->coverage;
}

ptrdiff_t
phase_select(const struct phase_cycle *c, size_t n, size_t gpus,
    enum phase wanted, bool *keep)
{
	size_t *best = malloc((gpus ? gpus : 1) * sizeof *best);
	ptrdiff_t kept = 0;

	if (!best)
		return -1;
	for (size_t g = 0; g < gpus; g++)
		best[g] = n;
	for (size_t i = 0; i < n; i++) {
		size_t *b = &best[c[i].gpu];

		keep[i] = false;
		if (wanted != PHASE_EMPTY && c[i].phase != wanted)
			continue;
		if (*b == n || better(&c[i], &c[*b], wanted))
			*b = i;
	}
	for (size_t g = 0; g < gpus; g++)
		if (best[g] < n) {
			keep[best[g]] = true;
			kept++;
		}
	free(best);
	return kept;
}
