/*
 * numbering - the place of each event in the sequence of its group, which makes
 * events of several ranks one collective.
 */
#ifndef TOOLS_TRACE_COLLECTIVES_NUMBERING_H
#define TOOLS_TRACE_COLLECTIVES_NUMBERING_H

#include "common/meaning/lag_path.h"
#include "tools/trace-collectives/job.h"

/* An event of that sequence; or the n-th one after it that it has not. */
struct place {
	int64_t at, behind;
};

enum job_match { MATCH_SEQUENCE, MATCH_INDEX };

/*
 * Sets the index of each event from 0, and the collectives; sorts the events
 * by group, index and rank, those of no collective last in their group. With
 * MATCH_INDEX the place in the rank's own sequence counts, whatever the others
 * have there. Transfers between two ranks are in the sequence if all ranks
 * have one at the same places, else they are in no collective. Comes after
 * groups_find.
 */
void numbering_make(struct job *, enum job_match);

#endif
