#include "tools/trace-phase/training.h"
#include "tools/trace-phase/kernel_evidence.h"

enum {
	PROOFS = 2,         /* independent ones show a training, */
	TRAINED = 8,        /* or one, with operators for 1/TRAINED of the time:
			       backward passes take half of a step, and an optimizer
			       alone has all */
	TRAINED_IN_ALL = 20 /* with both, where no step is known */
};

/* How many kinds of evidence there are; 0 if it has more kernels of an engine
 * than these. */
static int
count_proofs(const struct judged_cycle *c)
{
	int64_t train = 0, engine = 0;
	int proofs = 0;

	for (int k = 0; k < EVIDENCE_KINDS; k++) {
		bool trains = evidence_trains((enum evidence)k);

		train += trains ? c->kernels[k] : 0;
		engine += evidence_engine((enum evidence)k) ? c->kernels[k] : 0;
		proofs += trains && kernels_in_steps(c, (enum evidence)k);
	}
	return train > engine ? proofs : 0;
}

bool
training_has_step(const struct judged_cycle *c)
{
	int proofs = count_proofs(c);

	return proofs >= PROOFS ||
	    (proofs > 0 && c->operated > 0 && c->operated >= c->sum / TRAINED);
}

bool
training_has_all(const struct judged_cycle *all)
{
	int proofs = count_proofs(all);

	return proofs > PROOFS ||
	    (proofs == PROOFS && all->trained >= all->work / TRAINED_IN_ALL);
}

const char *
training_reason(const struct judged_cycle *c)
{
	bool optimizer = kernels_in_steps(c, EVIDENCE_OPTIMIZER);

	if (optimizer && count_proofs(c) > 1)
		return "training: kernels of a backward pass and an optimizer";
	return optimizer ? "training: kernels of an optimizer"
			 : "training: kernels of a backward pass";
}
