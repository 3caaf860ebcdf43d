#include "tools/trace-phase/kernels.h"

/* A model of images has one such kernel in twenty, or more. */
enum { VISION_SHARE = 20 };

static int64_t
all_layers(const struct judged_cycle *c)
{
	return c->layers ? c->steps * c->layers : 0;
}

static bool
in_attention(const struct judged_cycle *c, enum evidence kind)
{
	int64_t n = c->kernels[kind];

	if (!c->layers) /* it may be a layer, and another may have this */
		return n > 0 && 2 * n >= c->steps;
	return n >= c->steps && n > 0 && 8 * n >= all_layers(c);
}

static bool
in_products(const struct judged_cycle *c, enum evidence kind)
{
	int64_t n = c->kernels[kind];

	return n >= 2 * c->steps && n > 0 && 2 * n >= all_layers(c);
}

static struct testimony
testimony(
    const struct judged_cycle *c, enum phase p, bool sure, enum evidence kind)
{
	return (struct testimony){
	    .phase = p, .sure = sure, .why = c->why[kind]};
}

static struct testimony
contradiction(const char *why)
{
	return (struct testimony){
	    .phase = PHASE_UNKNOWN, .sure = true, .why = span_of(why)};
}

/* Does about every step check drafted tokens? */
static bool
verifies(const struct judged_cycle *c)
{
	return c->kernels[EVIDENCE_VERIFY] > 0 &&
	    2 * c->kernels[EVIDENCE_VERIFY] >= c->steps;
}

/* What kernels say that are likelier in one phase than in the other. */
static struct testimony
likely(const struct judged_cycle *c, bool many, bool few, bool engine)
{
	bool either = in_attention(c, EVIDENCE_EITHER);

	if (many && few)
		return contradiction(
		    "kernels for many tokens and for few in every layer");
	if (many)
		return testimony(c, either ? PHASE_MIXED : PHASE_PREFILL, false,
		    EVIDENCE_MANY);
	if (few)
		return testimony(c, PHASE_DECODE, false, EVIDENCE_FEW);
	if (verifies(c))
		return testimony(c, PHASE_DECODE, false, EVIDENCE_VERIFY);
	if (in_attention(c, EVIDENCE_TOKEN) && !either &&
	    c->kernels[EVIDENCE_ATTENTION] == 0)
		return testimony(c, PHASE_DECODE, false, EVIDENCE_TOKEN);
	if (in_attention(c, EVIDENCE_SPLIT) && engine)
		return testimony(c, PHASE_DECODE, false, EVIDENCE_SPLIT);
	if (in_products(c, EVIDENCE_VECTOR) && engine)
		return testimony(c, PHASE_DECODE, false, EVIDENCE_VECTOR);
	return (struct testimony){.phase = PHASE_EMPTY};
}

/* Sure, unless other attention, about as much, may be of the other phase. */
static struct testimony
beside(const struct judged_cycle *c, enum phase p, enum evidence kind,
    bool may_be_other)
{
	struct testimony t = testimony(c, p, true, kind);

	t.beside = may_be_other &&
	    2 * c->kernels[EVIDENCE_ATTENTION] >= c->kernels[kind];
	t.sure = !t.beside;
	return t;
}

struct testimony
kernels_say(const struct judged_cycle *c, const struct program *program)
{
	/* Of several drafted tokens of a sequence it is that of a prompt. */
	enum evidence prompts = in_attention(c, EVIDENCE_PREFILL)
	    ? EVIDENCE_PREFILL
	    : EVIDENCE_PROMPTS;
	bool prefill = in_attention(c, prompts) && !verifies(c) &&
	    (prompts == EVIDENCE_PREFILL || program->engine);
	bool decode = in_attention(c, EVIDENCE_DECODE);
	bool many = in_products(c, EVIDENCE_MANY);
	bool few = in_products(c, EVIDENCE_FEW);

	if (c->unlike && (prefill || decode))
		return contradiction("layers of steps of several kinds");
	if (prefill && decode)
		return (struct testimony){.phase = PHASE_MIXED,
		    .sure = true,
		    .why = span_of(
			"kernels of prefill and of decode in one step")};
	if (prefill && few)
		return contradiction(
		    "attention of prefill, but products for a few tokens");
	if (decode && many)
		return contradiction(
		    "attention of decode, but products for many tokens");
	if (prefill)
		return beside(c, PHASE_PREFILL, prompts, program->batching);
	if (decode)
		return beside(c, PHASE_DECODE, EVIDENCE_DECODE, !verifies(c));
	return likely(c, many, few, program->engine);
}

void
kernels_of_program(const struct judged_cycle *c, struct program *program)
{
	for (int k = 0; k < EVIDENCE_KINDS; k++)
		if (evidence_engine((enum evidence)k) && c->kernels[k])
			program->engine = true;
	if (c->kernels[EVIDENCE_BATCHING])
		program->batching = true;
	if (!c->compared)
		return;
	if (in_attention(c, EVIDENCE_DECODE))
		program->separate = true;
	if (in_attention(c, EVIDENCE_DECODE) ||
	    in_attention(c, EVIDENCE_TOKEN) || in_attention(c, EVIDENCE_SPLIT))
		program->decode_shows = true;
}

bool
kernels_attend(const struct judged_cycle *c)
{
	return in_attention(c, EVIDENCE_ATTENTION) ||
	    in_attention(c, EVIDENCE_EITHER);
}

bool
kernels_may_mix(const struct judged_cycle *c, const struct program *program)
{
	return in_attention(c, EVIDENCE_EITHER) ||
	    in_attention(c, EVIDENCE_TOKEN) ||
	    (program->batching && !program->separate &&
		(in_attention(c, EVIDENCE_PROMPTS) ||
		    in_attention(c, EVIDENCE_ATTENTION)));
}

const char *
kernels_forbid(const struct judged_cycle *c, const struct program *program)
{
	if (c->kernels[EVIDENCE_TRAINING])
		return "training: kernels of a backward pass or an optimizer";
	if (!program->engine &&
	    c->kernels[EVIDENCE_VISION] * VISION_SHARE >= c->reps * c->length &&
	    c->kernels[EVIDENCE_VISION])
		return "no language model: convolutions";
	return NULL;
}
