#include "tools/trace-phase/kernel_evidence.h"

/* How often kernels must come to say something of a step. */
enum share {
	ATTENTION, /* once in LAYERS_ATTENTION */
	PRODUCTS,  /* once in LAYERS_PRODUCTS, and FEWEST_PRODUCTS in a step */
	STEPS      /* once in STEPS_EACH */
};

enum {
	LAYERS_ATTENTION = 8, /* others may have other attention */
	LAYERS_PRODUCTS = 2,  /* some layers may have other products */
	FEWEST_PRODUCTS = 2,  /* the last layer of a prefill step computes one
				 token of each prompt, so one tells nothing */
	STEPS_EACH = 2,       /* steps at the ends may be cut */
	BESIDE = 2 /* if 1/BESIDE as frequent as that of a phase, other
		      attention may be that of the other phase */
};

/* The phase of each kind of kernel. Of each strength the first counts. */
static const struct kernel_rule {
	enum evidence kind;
	enum phase phase;
	enum strength strength;
	enum share share;
	bool anywhere; /* other programs than engines run such kernels, too */
} rules[] = {
    {EVIDENCE_PREFILL, PHASE_PREFILL, SAYS_SURE, ATTENTION, false},
    {EVIDENCE_PROMPTS, PHASE_PREFILL, SAYS_SURE, ATTENTION, true},
    {EVIDENCE_DECODE, PHASE_DECODE, SAYS_SURE, ATTENTION, false},
    {EVIDENCE_MANY, PHASE_PREFILL, SAYS_LIKELY, PRODUCTS, false},
    {EVIDENCE_LARGE, PHASE_PREFILL, SAYS_LIKELY, PRODUCTS, true},
    {EVIDENCE_FEW, PHASE_DECODE, SAYS_LIKELY, PRODUCTS, false},
    {EVIDENCE_VERIFY, PHASE_DECODE, SAYS_LIKELY, STEPS, false},
    {EVIDENCE_TOKEN, PHASE_DECODE, SAYS_LIKELY, ATTENTION, false},
    {EVIDENCE_SPLIT, PHASE_DECODE, SAYS_LIKELY, ATTENTION, true},
    {EVIDENCE_VECTOR, PHASE_DECODE, SAYS_LIKELY, PRODUCTS, true},
};

bool
kernels_in_steps(const struct judged_cycle *c, enum evidence kind)
{
	int64_t n = c->kernels[kind];

	return n && STEPS_EACH * n >= c->steps;
}

static bool
has_share(const struct judged_cycle *c, enum evidence kind, enum share share)
{
	int64_t n = c->kernels[kind];

	if (share == PRODUCTS)
		return n && n >= FEWEST_PRODUCTS * c->steps &&
		    LAYERS_PRODUCTS * n >= c->steps * c->layers;
	if (share == ATTENTION && c->layers)
		return n && n >= c->steps &&
		    LAYERS_ATTENTION * n >= c->steps * c->layers;
	/* Without layers it may be one, and another may have the attention. */
	return kernels_in_steps(c, kind);
}

static bool
attends(const struct judged_cycle *c, enum evidence kind)
{
	return has_share(c, kind, ATTENTION);
}

/* Does the kind not say here what it says elsewhere? */
static bool
is_void(const struct judged_cycle *c, const struct kernel_rule *r,
    const struct program *program)
{
	if (r->anywhere && !program->engine)
		return true;
	/* Of several drafted tokens of a sequence it is that of a prompt. */
	if (r->strength == SAYS_SURE && r->phase == PHASE_PREFILL)
		return has_share(c, EVIDENCE_VERIFY, STEPS);
	/* One kernel may attend to prompts and to generated tokens then. */
	if (r->kind == EVIDENCE_LARGE)
		return attends(c, EVIDENCE_EITHER);
	/* It runs beside the attention of prompts, too. */
	return r->kind == EVIDENCE_TOKEN &&
	    (c->kernels[EVIDENCE_ATTENTION] || attends(c, EVIDENCE_EITHER));
}

/* The first rule of this strength and phase that holds, or NULL. */
static const struct kernel_rule *
find(const struct judged_cycle *c, const struct program *program,
    enum strength strength, enum phase p)
{
	for (size_t i = 0; i < COUNT(rules); i++) {
		const struct kernel_rule *r = &rules[i];

		if (r->strength == strength && r->phase == p &&
		    has_share(c, r->kind, r->share) && !is_void(c, r, program))
			return r;
	}
	return NULL;
}

static struct testimony
says(enum strength strength, enum phase p, struct span why)
{
	return (struct testimony){strength, p, why};
}

/* May as much other attention be that of the other phase? */
static bool
is_beside(const struct judged_cycle *c, const struct kernel_rule *r,
    const struct program *program)
{
	return BESIDE * c->kernels[EVIDENCE_ATTENTION] >= c->kernels[r->kind] &&
	    (r->phase == PHASE_PREFILL ? program->batching
				       : !has_share(c, EVIDENCE_VERIFY, STEPS));
}

struct testimony
kernels_say(const struct judged_cycle *c, const struct program *program)
{
	const struct kernel_rule *prefill =
	    find(c, program, SAYS_SURE, PHASE_PREFILL);
	const struct kernel_rule *decode =
	    find(c, program, SAYS_SURE, PHASE_DECODE);
	const struct kernel_rule *many =
	    find(c, program, SAYS_LIKELY, PHASE_PREFILL);
	const struct kernel_rule *few =
	    find(c, program, SAYS_LIKELY, PHASE_DECODE);

	if (prefill && decode)
		return says(SAYS_SURE, PHASE_MIXED,
		    span_of("kernels of prefill and of decode in one step"));
	if ((prefill && few && few->share == PRODUCTS) || (decode && many) ||
	    (many && few && few->share == PRODUCTS))
		return says(SAYS_SURE, PHASE_UNKNOWN,
		    span_of("kernels for many tokens and for few in every "
			    "layer"));
	if (!prefill)
		prefill = decode;
	if (prefill && is_beside(c, prefill, program))
		return says(SAYS_SURE, PHASE_UNKNOWN,
		    span_of("attention of one phase beside other attention, "
			    "perhaps of the other phase"));
	if (prefill)
		return says(SAYS_SURE, prefill->phase, c->why[prefill->kind]);
	if (many)
		return says(SAYS_LIKELY,
		    attends(c, EVIDENCE_EITHER) ? PHASE_MIXED : PHASE_PREFILL,
		    c->why[many->kind]);
	if (few)
		return says(SAYS_LIKELY, PHASE_DECODE, c->why[few->kind]);
	return says(SAYS_NOTHING, PHASE_EMPTY, span_of(""));
}

static bool
has_engine(const struct judged_cycle *c)
{
	for (int k = 0; k < EVIDENCE_KINDS; k++)
		if (evidence_engine((enum evidence)k) && c->kernels[k])
			return true;
	return false;
}

bool
kernels_no_engine(const struct judged_cycle *c)
{
	return !has_engine(c) &&
	    (c->trained > 0 || 2 * c->common > c->reps * c->length);
}

bool
kernels_other_program(
    const struct judged_cycle *a, const struct judged_cycle *b)
{
	return (kernels_no_engine(a) && has_engine(b)) ||
	    (has_engine(a) && kernels_no_engine(b));
}

void
kernels_of_program(const struct judged_cycle *c, struct program *program)
{
	program->engine |= has_engine(c);
	if (c->kernels[EVIDENCE_BATCHING])
		program->batching = true;
	if (c->compared && attends(c, EVIDENCE_DECODE))
		program->separate = true;
}

static const struct kernel_rule *
rule_of(enum evidence kind)
{
	for (size_t i = 0; i < COUNT(rules); i++)
		if (rules[i].kind == kind)
			return &rules[i];
	return NULL;
}

/*
 * Many tokens are those of prompts, and of both phases where attention shows
 * that the engine mixes. A piece of a step without its engine does not tell.
 */
static enum phase
phase_of_many(const struct judged_cycle *all, bool batching)
{
	if (all->kernels[EVIDENCE_EITHER])
		return PHASE_MIXED;
	return !batching &&
		(all->kernels[EVIDENCE_ATTENTION] ||
		    all->kernels[EVIDENCE_PREFILL] ||
		    all->kernels[EVIDENCE_ENGINE])
	    ? PHASE_PREFILL
	    : PHASE_EMPTY;
}

/* Is there any kernel that speaks for generated tokens? */
static bool
generates(const struct judged_cycle *all)
{
	for (size_t i = 0; i < COUNT(rules); i++)
		if (rules[i].phase == PHASE_DECODE &&
		    all->kernels[rules[i].kind])
			return true;
	return false;
}

struct testimony
kernels_alone(enum evidence kind, const struct judged_cycle *all)
{
	const struct kernel_rule *r = rule_of(kind);
	struct program program = {0};

	kernels_of_program(all, &program);
	program.separate = all->kernels[EVIDENCE_DECODE] > 0;
	if (kind == EVIDENCE_ATTENTION && program.batching)
		return says(SAYS_NOTHING, PHASE_UNKNOWN, span_of(""));
	if (!r || is_void(all, r, &program) ||
	    (r->phase == PHASE_PREFILL && generates(all) &&
		kernels_may_mix(all, &program)) ||
	    (r->strength != SAYS_SURE && r->share != PRODUCTS))
		return says(SAYS_NOTHING, PHASE_EMPTY, span_of(""));
	if (r->strength == SAYS_SURE)
		return says(SAYS_SURE, r->phase, span_of("kernel: "));
	if (r->phase == PHASE_DECODE)
		return says(SAYS_LIKELY, PHASE_DECODE,
		    span_of("kernels for a few tokens"));
	return says(SAYS_LIKELY, phase_of_many(all, program.batching),
	    span_of("kernel for many tokens"));
}

bool
kernels_is_attention(enum evidence kind)
{
	const struct kernel_rule *r = rule_of(kind);

	return kind == EVIDENCE_ATTENTION || kind == EVIDENCE_EITHER ||
	    (r && r->share == ATTENTION);
}

bool
kernels_attend(const struct judged_cycle *c)
{
	return attends(c, EVIDENCE_ATTENTION) || attends(c, EVIDENCE_EITHER) ||
	    (attends(c, EVIDENCE_SPLIT) && !kernels_no_engine(c));
}

bool
kernels_one_token(const struct judged_cycle *c)
{
	return has_share(c, EVIDENCE_VECTOR, PRODUCTS) &&
	    (attends(c, EVIDENCE_SPLIT) || attends(c, EVIDENCE_ATTENTION));
}

bool
kernels_may_mix(const struct judged_cycle *c, const struct program *program)
{
	bool apart = program->separate && attends(c, EVIDENCE_PREFILL);

	return (attends(c, EVIDENCE_EITHER) && !apart) ||
	    attends(c, EVIDENCE_TOKEN) ||
	    (program->engine && !program->separate &&
		(attends(c, EVIDENCE_PROMPTS) ||
		    attends(c, EVIDENCE_ATTENTION)));
}
