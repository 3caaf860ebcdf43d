#include "tools/trace-phase/repetition.h"

/* What is known of one GPU's cycles. */
struct contest {
	size_t fewest, most; /* places in the array, or CYCLE_NONE */
	bool prefill_taken, decode_taken;
};

/* The order from prefill to decode. The array's order decides the rest. */
static bool
more_like_decode(const struct judged_cycle *a, const struct judged_cycle *b)
{
	if (a->steps != b->steps)
		return a->steps > b->steps;
	return a->start > b->start;
}

static struct contest
find_contest(const struct judged_cycle *c, size_t n, size_t gpu)
{
	struct contest t = {CYCLE_NONE, CYCLE_NONE, false, false};

	for (size_t i = 0; i < n; i++) {
		if (c[i].gpu != gpu)
			continue;
		t.prefill_taken |= c[i].phase == PHASE_PREFILL;
		t.decode_taken |= c[i].phase == PHASE_DECODE;
		if (!c[i].compared)
			continue;
		if (t.fewest == CYCLE_NONE ||
		    more_like_decode(&c[t.fewest], &c[i]))
			t.fewest = i;
		if (t.most == CYCLE_NONE ||
		    !more_like_decode(&c[t.most], &c[i]))
			t.most = i;
	}
	return t;
}

static void
decide(struct judged_cycle *c, size_t i, const struct contest *t)
{
	if (i == t->most && t->decode_taken)
		cycle_set(&c[i], PHASE_UNKNOWN, "another cycle is decode");
	else if (i == t->most)
		cycle_set(&c[i], PHASE_DECODE, "%s",
		    t->fewest == t->most ? "only cycle" : "most repetitions");
	else if (i == t->fewest && t->prefill_taken)
		cycle_set(&c[i], PHASE_UNKNOWN, "another cycle is prefill");
	else if (i == t->fewest)
		cycle_set(&c[i], PHASE_PREFILL, "fewest repetitions");
	else
		cycle_set(&c[i], PHASE_UNKNOWN,
		    "neither most nor fewest repetitions");
}

void
repetition_label(struct judged_cycle *c, size_t n, size_t gpu)
{
	struct contest t = find_contest(c, n, gpu);

	for (size_t i = 0; i < n; i++)
		if (c[i].gpu == gpu && c[i].compared &&
		    c[i].phase == PHASE_EMPTY)
			decide(c, i, &t);
}
