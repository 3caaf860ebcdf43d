#include "common/meaning/phase_evidence.h"

/* The fields of phases.tsv as the Makefile makes it; NULL at the end. */
extern const char *const phases_ours[];

/* A category is a kind, a family the reason. */
static const char *const kinds[EVIDENCE_KINDS] = {
    [EVIDENCE_NOTHING] = "nothing",
    [EVIDENCE_PREFILL] = "prefill",
    [EVIDENCE_PROMPTS] = "prompts",
    [EVIDENCE_DECODE] = "decode",
    [EVIDENCE_TOKEN] = "token",
    [EVIDENCE_EITHER] = "either",
    [EVIDENCE_MANY] = "many",
    [EVIDENCE_FEW] = "few",
    [EVIDENCE_LARGE] = "large",
    [EVIDENCE_VECTOR] = "vector",
    [EVIDENCE_SPLIT] = "split",
    [EVIDENCE_ATTENTION] = "attention",
    [EVIDENCE_VERIFY] = "verify",
    [EVIDENCE_BATCHING] = "batching",
    [EVIDENCE_ENGINE] = "engine",
    [EVIDENCE_BACKWARD] = "backward",
    [EVIDENCE_BACKWARD_ATTENTION] = "backward_attention",
    [EVIDENCE_BACKWARD_WEIGHTS] = "backward_weights",
    [EVIDENCE_BACKWARD_NORM] = "backward_norm",
    [EVIDENCE_OPTIMIZER] = "optimizer"};

bool
evidence_engine(enum evidence e)
{
	return e == EVIDENCE_PREFILL || e == EVIDENCE_DECODE ||
	    e == EVIDENCE_TOKEN || e == EVIDENCE_EITHER || e == EVIDENCE_MANY ||
	    e == EVIDENCE_FEW || e == EVIDENCE_VERIFY ||
	    e == EVIDENCE_BATCHING || e == EVIDENCE_ENGINE;
}

bool
evidence_trains(enum evidence e)
{
	return e >= EVIDENCE_BACKWARD && e <= EVIDENCE_OPTIMIZER;
}

struct rules *
evidence_rules(void)
{
	struct rules *rules = rules_new();

	rules_add_table(rules, phases_ours);
	return rules;
}

enum evidence
evidence_of(const struct rules *rules, struct span name, struct span *why)
{
	struct rules_labels labels;

	rules_label(rules, name, &labels);
	*why = labels.family;
	for (int k = 0; k < EVIDENCE_KINDS; k++)
		if (span_is(labels.category, kinds[k]))
			return (enum evidence)k;
	return EVIDENCE_NOTHING;
}
