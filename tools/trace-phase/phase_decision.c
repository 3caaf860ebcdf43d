#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-phase/kernel_evidence.h"
#include "tools/trace-phase/phase_decision.h"
#include "tools/trace-phase/training.h"

/* Judges by the other steps a step whose own kernels say nothing. */
static void
by_comparison(struct judged_cycle *c, const struct comparison *v)
{
	if (v->phase == PHASE_EMPTY)
		cycle_set(c, PHASE_UNKNOWN, "no evidence: %s", v->why);
	else if (kernels_no_engine(c) && !v->strong)
		cycle_set(c, PHASE_UNKNOWN,
		    "no evidence: no kernels of an LLM engine");
	else
		cycle_set(c, v->phase, "%s", v->why);
}

/* The strongest evidence decides; what is not sure must not contradict. */
static void
decide(struct judged_cycle *c, const struct testimony *t,
    const struct comparison *v)
{
	bool agrees = v->phase == PHASE_EMPTY || v->phase == t->phase;
	bool reads = t->phase == PHASE_MIXED && v->phase == PHASE_PREFILL;
	int n = (int)t->why.n;

	if (t->phase == PHASE_UNKNOWN)
		cycle_set(c, PHASE_UNKNOWN, "contradiction: %.*s", n, t->why.p);
	else if (t->strength == SAYS_SURE)
		cycle_set(c, t->phase, "kernels: %.*s%s", n, t->why.p,
		    agrees || reads ? "" : ", against time");
	else if (t->strength == SAYS_NOTHING || reads)
		by_comparison(c, v);
	else if (agrees)
		cycle_set(c, t->phase, "kernels: %.*s", n, t->why.p);
	else
		cycle_set(c, PHASE_UNKNOWN,
		    "contradiction: kernels say %s (%.*s), time %s",
		    phase_name(t->phase), n, t->why.p, phase_name(v->phase));
}

/* Whether a kind of kernels comes in about each repeat. */
static bool
has_each(const struct judged_cycle *c, enum evidence kind)
{
	return c->kernels[kind] > 0 && c->kernels[kind] >= c->reps / 2;
}

/* The phase of the cycle's attention, as far as it tells one. */
static enum phase
attention_of(const struct judged_cycle *c)
{
	return phase_of(
	    has_each(c, EVIDENCE_PREFILL) || has_each(c, EVIDENCE_PROMPTS),
	    has_each(c, EVIDENCE_DECODE));
}

/* Are drafted tokens checked in each repeat, and in no cycle inside it? Then
 * layers with attention over several tokens read the drafts. */
static bool
checks_drafts(const struct judged_cycle *c, size_t n, size_t at)
{
	for (size_t i = 0; i < n; i++)
		if (cycle_outwards(c, i) == at && c[i].kernels[EVIDENCE_VERIFY])
			return false;
	return has_each(&c[at], EVIDENCE_VERIFY);
}

/*
 * Whether layers of this cycle have attention of one phase and other layers
 * have none of it, though attention.
 */
static bool
has_unlike_layers(const struct judged_cycle *c, size_t n, size_t at)
{
	size_t first = CYCLE_NONE;

	for (size_t i = 0; i < n; i++) {
		if (cycle_outwards(c, i) != at ||
		    (attention_of(&c[i]) == PHASE_EMPTY &&
			!kernels_attend(&c[i])))
			continue;
		if (first != CYCLE_NONE &&
		    attention_of(&c[i]) != attention_of(&c[first]))
			return true;
		first = i;
	}
	return false;
}

/*
 * Whether the optimizer of a training runs several times in each repeat of a
 * request, once in each step of the training: the request is none itself, and
 * what is beside these steps, such as an answer that is tried out, is no
 * training. Passes whose gradients are accumulated have no optimizer, and one
 * that repeats alone, for the tensors of a part each, is no step.
 */
static bool
holds_trainings(const struct judged_cycle *c, size_t n, size_t request)
{
	for (size_t i = 0; i < n; i++)
		if (cycle_outwards(c, i) == request &&
		    c[i].reps >= 2 * c[request].reps &&
		    training_has_step(&c[i]) &&
		    kernels_in_steps(&c[i], EVIDENCE_OPTIMIZER) &&
		    c[i].kernels[EVIDENCE_OPTIMIZER] < c[i].reps * c[i].length)
			return true;
	return false;
}

/* The step of training that it is or that it is inside; or CYCLE_NONE. */
static size_t
find_training(const struct judged_cycle *c, size_t i)
{
	while (i != CYCLE_NONE && (c[i].several || !training_has_step(&c[i])))
		i = cycle_outwards(c, i);
	return i;
}

/* A training has no phase, and nothing inside it is compared. */
static void
mark_training(struct judged_cycle *c, size_t n, size_t gpu)
{
	for (size_t i = 0; i < n; i++)
		c[i].several = c[i].request && holds_trainings(c, n, i);
	for (size_t i = 0; i < n; i++) {
		size_t step = find_training(c, i);

		if (c[i].gpu == gpu && c[i].phase == PHASE_EMPTY &&
		    (c[i].compared ||
			(c[i].parent == CYCLE_NONE &&
			    c[i].coverage >= STEPS_SIGNIFICANT)) &&
		    step != CYCLE_NONE)
			cycle_set(&c[i], PHASE_UNKNOWN, "%s",
			    training_reason(&c[step]));
	}
}

/*
 * Collects the evidence of each of a GPU's steps. One with layers of several
 * phases is a request: the steps inside it come later, with their own evidence.
 */
static void
hear(struct judged_cycle *c, size_t n, size_t gpu,
    const struct program *program, struct testimony *t)
{
	for (size_t i = 0; i < n; i++) {
		if (c[i].gpu != gpu || !c[i].compared ||
		    c[i].phase != PHASE_EMPTY)
			continue;
		t[i] = kernels_say(&c[i], program);
		if (t[i].strength == SAYS_SURE && !checks_drafts(c, n, i) &&
		    has_unlike_layers(c, n, i)) {
			steps_open(c, n, i);
			continue;
		}
		if (t[i].phase != PHASE_UNKNOWN &&
		    (t[i].strength == SAYS_SURE || t[i].phase != PHASE_DECODE))
			c[i].known = t[i].phase;
	}
}

/*
 * May these steps generate tokens, too, because a step before did, or, in an
 * engine that mixes, read a prompt? What has not as many layers as a step of
 * decode holds a part of a step, or several.
 */
static bool
comes_later(const struct judged_cycle *c, size_t n, size_t at, bool batching)
{
	bool later = c[at].steps > 1 && (batching || c[at].runs != 1);
	bool decode = false;

	for (size_t i = 0; i < n; i++) {
		bool generates =
		    c[i].phase == PHASE_DECODE || c[i].phase == PHASE_MIXED;

		if (i == at || c[i].gpu != c[at].gpu || !c[i].compared)
			continue;
		decode |= generates;
		later |= generates && c[i].start < c[at].start;
		later |= generates && c[i].layers && batching &&
		    !steps_as_deep(&c[i], &c[at]);
	}
	return decode && later;
}

/* First what each says for itself, for the others are compared with that. */
static void
judge_gpu(struct judged_cycle *c, size_t n, size_t gpu)
{
	struct testimony *t = xcalloc(n + 1, sizeof *t);
	struct comparison *v = xcalloc(n + 1, sizeof *v);
	struct program program = {0};

	for (size_t i = 0; i < n; i++)
		if (c[i].gpu == gpu)
			kernels_of_program(&c[i], &program);
	mark_training(c, n, gpu);
	hear(c, n, gpu, &program, t);
	compare_steps(c, n, gpu, v);
	for (size_t i = 0; i < n; i++)
		if (c[i].gpu == gpu && c[i].compared &&
		    c[i].phase == PHASE_EMPTY)
			decide(&c[i], &t[i], &v[i]);
	for (size_t i = 0; i < n; i++)
		if (c[i].gpu == gpu && c[i].ours &&
		    c[i].phase == PHASE_PREFILL &&
		    kernels_may_mix(&c[i], &program) &&
		    comes_later(c, n, i, program.batching))
			cycle_set(&c[i], PHASE_UNKNOWN,
			    "prompts are read, but perhaps together with "
			    "generated tokens, which the same attention computes");
	free(t);
	free(v);
}

/* If every label of a GPU is unknown or empty, treats the unknown ones as
 * empty. */
static void
forget_unknown(struct judged_cycle *c, size_t n, size_t gpu)
{
	for (size_t i = 0; i < n; i++)
		if (c[i].gpu == gpu && c[i].phase > PHASE_UNKNOWN)
			return;
	for (size_t i = 0; i < n; i++)
		if (c[i].gpu == gpu)
			c[i].phase = PHASE_EMPTY;
}

/* A request has the phase of its label and of what is compared inside it. */
static void
label_request(struct judged_cycle *c, size_t n, size_t at)
{
	bool has[PHASE_OTHER + 1] = {false};
	enum phase p;

	for (size_t i = 0; i < n; i++)
		if (cycle_outwards(c, i) == at &&
		    (c[i].compared || c[i].request))
			has[c[i].phase] = true;
	p = c[at].phase == PHASE_MIXED
	    ? PHASE_MIXED
	    : phase_of(has[PHASE_PREFILL] || has[PHASE_MIXED],
		  has[PHASE_DECODE] || has[PHASE_MIXED]);
	if (p == PHASE_EMPTY || (p != PHASE_MIXED && has[PHASE_UNKNOWN]))
		cycle_set(&c[at], PHASE_UNKNOWN, JUDGE_HOLDS " unknown phase");
	else if (has[PHASE_PREFILL] + has[PHASE_DECODE] + has[PHASE_MIXED] < 2)
		cycle_set(&c[at], p, JUDGE_HOLDS " %s", phase_name(p));
	else
		cycle_set(&c[at], p, JUDGE_HOLDS " %s and %s",
		    has[PHASE_PREFILL] ? "prefill" : "mixed",
		    has[PHASE_DECODE] ? "decode" : "mixed");
}

/* The reason why a cycle is not compared. */
static void
label_rest(struct judged_cycle *c, const bool *is_main)
{
	cycle_set(c, PHASE_UNKNOWN, "%s",
	    !is_main[c->stream] ? "not on the GPU's main stream"
		: c->parent == CYCLE_NONE && c->coverage < STEPS_SIGNIFICANT
		? "under 1 % of kernel time"
		: c->parent == CYCLE_NONE && c->reps < 2
		? "does not repeat"
		: "not at the outermost level");
}

/* A cycle of which nothing else is known has the phase of what it is inside. */
static void
inherit(struct judged_cycle *c, size_t i)
{
	static const char *const inside[] = {
	    [PHASE_PREFILL] = "inside a prefill cycle",
	    [PHASE_DECODE] = "inside a decode cycle",
	    [PHASE_MIXED] = "inside a mixed cycle"};
	size_t p = cycle_outwards(c, i);

	while (p != CYCLE_NONE && c[p].phase == PHASE_UNKNOWN)
		p = cycle_outwards(c, p);
	if (p != CYCLE_NONE && c[p].phase != PHASE_OTHER && !c[p].request)
		cycle_set(&c[i], c[p].phase, "%s", inside[c[p].phase]);
	else if (p == CYCLE_NONE && cycle_outwards(c, i) != CYCLE_NONE)
		cycle_set(&c[i], PHASE_UNKNOWN,
		    find_training(c, cycle_outwards(c, i)) != CYCLE_NONE
			? JUDGE_INSIDE
			: "inside an unknown cycle");
}

void
judge(
    struct judged_cycle *c, size_t n, size_t gpus, size_t streams, bool classic)
{
	bool *is_main = cycle_main_streams(c, n, gpus, streams);

	steps_find(c, n, gpus, is_main);
	for (size_t g = 0; g < gpus; g++) {
		forget_unknown(c, n, g);
		if (classic)
			compare_counts(c, n, g);
		else
			judge_gpu(c, n, g);
	}
	for (size_t i = n; i-- > 0;) /* inner requests first */
		if (c[i].request &&
		    (c[i].phase == PHASE_EMPTY || c[i].phase == PHASE_MIXED))
			label_request(c, n, i);
		else if (c[i].phase == PHASE_EMPTY)
			label_rest(&c[i], is_main);
	for (size_t i = 0; i < n; i++)
		if (c[i].ours && c[i].phase == PHASE_UNKNOWN && !c[i].compared)
			inherit(c, i);
	free(is_main);
}
