/*
 * step_claim - which of several cycles is the step of a trace.
 */
#pragma once

#include <stdbool.h>

/* The claim of a cycle, or of one that two traces have, to be the step. */
struct step_claim {
	bool on_main; /* the main stream */
	bool several; /* kernels in a repeat */
	double time;  /* of all its kernels, in any unit */
};

/* By which of its parts one claim is better than another. */
enum step_claim_part {
	STEP_CLAIM_ON_MAIN,
	STEP_CLAIM_SEVERAL,
	STEP_CLAIM_TIME,
	STEP_CLAIM_EQUAL /* neither is better */
};

static inline enum step_claim_part
step_claim_decides(struct step_claim a, struct step_claim b)
{
	return a.on_main != b.on_main ? STEP_CLAIM_ON_MAIN
	    : a.several != b.several  ? STEP_CLAIM_SEVERAL
	    : a.time != b.time        ? STEP_CLAIM_TIME
				      : STEP_CLAIM_EQUAL;
}

/*
 * Orders cycles by their claims to be the step, for qsort: negative if the
 * first has the better one, 0 if neither has.
 */
static inline int
step_claim_compare(struct step_claim a, struct step_claim b)
{
	switch (step_claim_decides(a, b)) {
	case STEP_CLAIM_ON_MAIN:
		return a.on_main ? -1 : 1;
	case STEP_CLAIM_SEVERAL:
		return a.several ? -1 : 1;
	case STEP_CLAIM_TIME:
		return a.time > b.time ? -1 : 1;
	default:
		return 0;
	}
}
