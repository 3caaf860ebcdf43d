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
	return (struct testimony){p, sure, c->why[kind]};
}

static struct testimony
contradiction(const char *why)
{
	return (struct testimony){PHASE_UNKNOWN, true, span_of(why)};
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
	if (in_attention(c, EVIDENCE_TOKEN) && !either &&
	    c->kernels[EVIDENCE_ATTENTION] == 0)
		return testimony(c, PHASE_DECODE, false, EVIDENCE_TOKEN);
	if (in_attention(c, EVIDENCE_SPLIT) && engine)
		return testimony(c, PHASE_DECODE, false, EVIDENCE_SPLIT);
	if (in_products(c, EVIDENCE_VECTOR) && engine)
		return testimony(c, PHASE_DECODE, false, EVIDENCE_VECTOR);
	return (struct testimony){PHASE_EMPTY, false, {"", 0}};
}

struct testimony
kernels_say(const struct judged_cycle *c, bool engine)
{
	bool prefill = in_attention(c, EVIDENCE_PREFILL);
	bool decode = in_attention(c, EVIDENCE_DECODE);
	bool many = in_products(c, EVIDENCE_MANY);
	bool few = in_products(c, EVIDENCE_FEW);

	if (prefill && decode)
		return (struct testimony){PHASE_MIXED, true,
		    span_of("kernels of prefill and of decode in one step")};
	if (prefill && few)
		return contradiction(
		    "attention of prefill, but products for a few tokens");
	if (decode && many)
		return contradiction(
		    "attention of decode, but products for many tokens");
	if (prefill)
		return testimony(c, PHASE_PREFILL, true, EVIDENCE_PREFILL);
	if (decode)
		return testimony(c, PHASE_DECODE, true, EVIDENCE_DECODE);
	return likely(c, many, few, engine);
}

bool
kernels_of_engine(const struct judged_cycle *c)
{
	for (int k = 0; k < EVIDENCE_KINDS; k++)
		if (evidence_engine((enum evidence)k) && c->kernels[k])
			return true;
	return false;
}

const char *
kernels_forbid(const struct judged_cycle *c, bool engine)
{
	if (c->kernels[EVIDENCE_TRAINING])
		return "training: kernels of a backward pass or an optimizer";
	if (!engine &&
	    c->kernels[EVIDENCE_VISION] * VISION_SHARE >= c->reps * c->length &&
	    c->kernels[EVIDENCE_VISION])
		return "no language model: convolutions";
	return NULL;
}
