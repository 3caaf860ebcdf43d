#include <stdlib.h>

#include "tools/trace-phase/compare.h"
#include "tools/trace-phase/judge.h"
#include "tools/trace-phase/kernels.h"
#include "tools/trace-phase/repetition.h"
#include "tools/trace-phase/steps.h"

/* The strongest vote for a phase from k on, or NULL. */
static const char *
voter(const struct votes *v, enum phase p, int k)
{
	static const char *const name[VOTES] = {[VOTE_POSITION] = "position",
	    [VOTE_TIME] = "time",
	    [VOTE_SHAPE] = "shape",
	    [VOTE_COUNT] = "counting"};

	for (; k < VOTES; k++)
		if (v->phase[k] == p)
			return name[k];
	return NULL;
}

/*
 * Where every name is known and none is of an engine, any program may have a
 * long step first and then many short ones.
 */
static bool
may_be_no_engine(const struct judged_cycle *c, const struct program *program)
{
	return !program->engine && 2 * c->common > c->reps * c->length;
}

/* Does everything say that this is a prefill, so that there is an engine? */
static bool
all_say_prefill(const struct judged_cycle *c, const struct votes *v)
{
	return c->layers && v->phase[VOTE_POSITION] == PHASE_PREFILL &&
	    v->phase[VOTE_TIME] == PHASE_PREFILL &&
	    v->phase[VOTE_COUNT] == PHASE_PREFILL;
}

static void
by_votes(struct judged_cycle *c, const struct votes *v, enum phase p,
    const struct program *program)
{
	bool weak = v->phase[VOTE_TIME] == PHASE_EMPTY &&
	    v->phase[VOTE_SHAPE] == PHASE_EMPTY;
	const char *also;
	int k = 0;

	if (may_be_no_engine(c, program)) {
		cycle_set(c, PHASE_UNKNOWN,
		    "no evidence: no kernel of an engine of language models");
		return;
	}
	if (p == PHASE_DECODE && program->decode_shows && kernels_attend(c)) {
		cycle_set(c, PHASE_UNKNOWN,
		    "contradiction: %s says decode, but the attention of "
		    "decode is another here",
		    voter(v, p, 0));
		return;
	}
	if (v->thin && v->phase[VOTE_POSITION] == PHASE_EMPTY &&
	    v->phase[VOTE_COUNT] == PHASE_EMPTY) {
		cycle_set(c, PHASE_UNKNOWN, "no evidence: %s", v->thin);
		return;
	}
	while (v->phase[k] != p)
		k++;
	also = voter(v, p, k + 1);
	cycle_set(c, p, "%s%s%s%s", v->why[k], also ? "; " : "",
	    also ? also : "", also ? " agrees" : "");
	c->weak = weak;
}

/* Kernels that are likelier in one phase, and what is weaker. */
static void
weigh(struct judged_cycle *c, const struct testimony *t, const struct votes *v,
    enum phase votes, const struct program *program)
{
	int n = (int)t->why.n;

	if (t->phase == PHASE_EMPTY)
		by_votes(c, v, votes, program);
	else if (t->beside && t->phase == PHASE_DECODE &&
	    votes == PHASE_PREFILL)
		cycle_set(c, PHASE_MIXED,
		    "kernels: %.*s beside other attention, in a long step", n,
		    t->why.p);
	else if (t->beside)
		cycle_set(c, PHASE_UNKNOWN,
		    "kernels: %.*s beside other attention, which may be of the "
		    "other phase",
		    n, t->why.p);
	else if (votes == PHASE_EMPTY || votes == t->phase)
		cycle_set(c, t->phase, "kernels: %.*s", n, t->why.p);
	else if (t->phase == PHASE_MIXED && votes == PHASE_PREFILL &&
	    v->phase[VOTE_POSITION] == PHASE_PREFILL)
		by_votes(c, v, votes, program);
	else if (t->phase == PHASE_MIXED && votes == PHASE_PREFILL)
		cycle_set(c, PHASE_MIXED, "kernels: %.*s", n, t->why.p);
	else
		cycle_set(c, PHASE_UNKNOWN,
		    "contradiction: kernels say %s (%.*s), %s %s",
		    phase_name(t->phase), n, t->why.p, voter(v, votes, 0),
		    phase_name(votes));
}

static void
decide(struct judged_cycle *c, const struct testimony *t, const struct votes *v,
    const struct program *program)
{
	const char *prefill = voter(v, PHASE_PREFILL, 0);
	const char *decode = voter(v, PHASE_DECODE, 0);
	const char *against = t->phase == PHASE_PREFILL ? decode
	    : t->phase == PHASE_DECODE                  ? prefill
							: NULL;
	int n = (int)t->why.n;

	if (t->phase == PHASE_UNKNOWN)
		cycle_set(c, PHASE_UNKNOWN, "contradiction: %.*s", n, t->why.p);
	else if (t->sure)
		cycle_set(c, t->phase, "kernels: %.*s%s%s", n, t->why.p,
		    against ? ", against " : "", against ? against : "");
	else if (prefill && decode)
		cycle_set(c, PHASE_UNKNOWN,
		    "contradiction: %s says prefill, %s decode", prefill,
		    decode);
	else if (t->phase == PHASE_EMPTY && !prefill && !decode)
		cycle_set(c, PHASE_UNKNOWN, "no evidence: %s", v->silent);
	else
		weigh(c, t, v, phase_of(prefill, decode), program);
}

/* Whether a kind of kernels comes in about each repeat. */
static bool
has_each(const struct judged_cycle *c, enum evidence kind)
{
	return c->kernels[kind] > 0 && c->kernels[kind] >= c->reps / 2;
}

/* The kind of the cycle's attention, as far as it tells a phase. */
static unsigned
attention_of(const struct judged_cycle *c)
{
	unsigned prefill =
	    has_each(c, EVIDENCE_PREFILL) || has_each(c, EVIDENCE_PROMPTS);

	return prefill | 2u * has_each(c, EVIDENCE_DECODE);
}

/*
 * What is inside a step is none of its layers if it takes less than one part in
 * so many of its time; kernels of two phases in steps of one kind are about as
 * many, never so many times more.
 */
enum { LAYER_LEAST = 20, UNLIKE_TIMES = 3 };

/*
 * Whether layers of this cycle have attention of one phase and other layers
 * have none of it, though attention. Without layers, whether kernels of one
 * phase are far more than those of the other.
 */
static bool
has_unlike_layers(const struct judged_cycle *c, size_t n, size_t at)
{
	int64_t prefill = c[at].kernels[EVIDENCE_PREFILL];
	int64_t decode = c[at].kernels[EVIDENCE_DECODE];
	size_t first = CYCLE_NONE;

	for (size_t i = 0; i < n; i++) {
		if (cycle_outwards(c, i) != at ||
		    c[i].coverage < c[at].coverage / LAYER_LEAST ||
		    !(attention_of(&c[i]) || kernels_attend(&c[i])))
			continue;
		if (first != CYCLE_NONE &&
		    attention_of(&c[i]) != attention_of(&c[first]))
			return true;
		first = i;
	}
	if (first != CYCLE_NONE)
		return prefill && decode && attention_of(&c[first]) != 3;
	return prefill && decode &&
	    (prefill > UNLIKE_TIMES * decode ||
		decode > UNLIKE_TIMES * prefill);
}

/* What each of a GPU's steps says for itself. */
static void
hear(struct judged_cycle *c, size_t n, size_t gpu,
    const struct program *program, struct testimony *t)
{
	for (size_t i = 0; i < n; i++) {
		const char *no;

		if (c[i].gpu != gpu || !c[i].compared ||
		    c[i].phase != PHASE_EMPTY)
			continue;
		c[i].unlike = has_unlike_layers(c, n, i);
		no = kernels_forbid(&c[i], program);
		t[i] = kernels_say(&c[i], program);
		if (no)
			cycle_set(&c[i], PHASE_UNKNOWN, "%s", no);
		else if ((t[i].sure && t[i].phase != PHASE_UNKNOWN) ||
		    t[i].phase == PHASE_PREFILL || t[i].phase == PHASE_MIXED)
			c[i].known = t[i].phase;
	}
}

/* Was decode at work before the last of these steps? */
static bool
comes_later(const struct judged_cycle *c, size_t n, size_t at)
{
	bool once = c[at].runs == 1 || c[at].steps == 1;

	for (size_t i = 0; i < n; i++)
		if (c[i].gpu == c[at].gpu && c[i].compared &&
		    (c[i].phase == PHASE_DECODE || c[i].phase == PHASE_MIXED) &&
		    (!once || c[i].start < c[at].start))
			return true;
	return false;
}

/* First what each says for itself, for the others are compared with that. */
static int
judge_gpu(struct judged_cycle *c, size_t n, size_t gpu)
{
	struct testimony *t = calloc(n + 1, sizeof *t);
	struct votes *v = calloc(n + 1, sizeof *v);
	struct program program = {0};

	if (!t || !v) {
		free(t);
		free(v);
		return -1;
	}
	for (size_t i = 0; i < n; i++)
		if (c[i].gpu == gpu)
			kernels_of_program(&c[i], &program);
	hear(c, n, gpu, &program, t);
	compare_steps(c, n, gpu, v);
	for (size_t i = 0; i < n; i++)
		program.engine |= all_say_prefill(&c[i], &v[i]);
	for (size_t i = 0; i < n; i++)
		if (c[i].gpu == gpu && c[i].compared &&
		    c[i].phase == PHASE_EMPTY)
			decide(&c[i], &t[i], &v[i], &program);
	for (size_t i = 0; i < n; i++)
		if (c[i].gpu == gpu && c[i].ours &&
		    c[i].phase == PHASE_PREFILL &&
		    kernels_may_mix(&c[i], &program) && comes_later(c, n, i))
			cycle_set(&c[i], PHASE_UNKNOWN,
			    "prompts are read, but perhaps beside generated "
			    "tokens, which the same attention computes");
	free(t);
	free(v);
	return 0;
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

/* A request has the phase of what is compared inside it. */
static void
label_request(struct judged_cycle *c, size_t n, size_t at)
{
	bool prefill = false, decode = false;
	enum phase p;

	for (size_t i = 0; i < n; i++)
		if (cycle_outwards(c, i) == at && c[i].compared) {
			prefill |= c[i].phase == PHASE_PREFILL ||
			    c[i].phase == PHASE_MIXED;
			decode |= c[i].phase == PHASE_DECODE ||
			    c[i].phase == PHASE_MIXED;
		}
	p = phase_of(prefill, decode);
	if (p == PHASE_EMPTY)
		cycle_set(
		    &c[at], PHASE_UNKNOWN, "holds steps of unknown phase");
	else
		cycle_set(&c[at], p, "a request: holds steps of %s",
		    p == PHASE_MIXED ? "prefill and decode" : phase_name(p));
}

/* What is not compared, and why. */
static void
label_rest(struct judged_cycle *c, size_t i, const bool *is_main)
{
	if (!is_main[c[i].stream])
		cycle_set(&c[i], PHASE_UNKNOWN, "not on the GPU's main stream");
	else if (c[i].parent != CYCLE_NONE)
		cycle_set(&c[i], PHASE_UNKNOWN, "not of the outermost level");
	else if (c[i].coverage < STEPS_SIGNIFICANT)
		cycle_set(&c[i], PHASE_UNKNOWN, "under 1 %% of kernel time");
	else
		cycle_set(&c[i], PHASE_UNKNOWN, "%s",
		    c[i].reps < 2 ? "does not repeat"
				  : "not of the outermost level");
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
		cycle_set(&c[i], PHASE_UNKNOWN, "inside an unknown cycle");
}

static int
judge_each(struct judged_cycle *c, size_t n, size_t gpus, bool classic)
{
	for (size_t g = 0; g < gpus; g++) {
		forget_unknown(c, n, g);
		if (classic)
			repetition_label(c, n, g);
		else if (judge_gpu(c, n, g))
			return -1;
	}
	return 0;
}

int
judge(
    struct judged_cycle *c, size_t n, size_t gpus, size_t streams, bool classic)
{
	bool *is_main = cycle_main_streams(c, n, gpus, streams);

	if (!is_main || steps_find(c, n, gpus, is_main) ||
	    judge_each(c, n, gpus, classic)) {
		free(is_main);
		return -1;
	}
	for (size_t i = 0; i < n; i++)
		if (c[i].phase == PHASE_EMPTY && c[i].request)
			label_request(c, n, i);
		else if (c[i].phase == PHASE_EMPTY)
			label_rest(c, i, is_main);
	for (size_t i = 0; i < n; i++)
		if (c[i].ours && c[i].phase == PHASE_UNKNOWN && !c[i].compared)
			inherit(c, i);
	free(is_main);
	return 0;
}
