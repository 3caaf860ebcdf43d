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

/*
 * Orders cycles by their claims to be the step, for qsort: negative if the
 * first has the better one, 0 if neither has.
 */
static inline int
step_claim_compare(struct step_claim a, struct step_claim b)
{
	if (a.on_main != b.on_main)
		return a.on_main ? -1 : 1;
	if (a.several != b.several)
		return a.several ? -1 : 1;
	return (a.time < b.time) - (a.time > b.time);
}
