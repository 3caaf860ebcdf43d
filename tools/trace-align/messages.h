/*
 * messages - what trace-align prints on standard error about a comparison.
 */
#ifndef TOOLS_TRACE_ALIGN_MESSAGES_H
#define TOOLS_TRACE_ALIGN_MESSAGES_H

#include "tools/trace-align/change.h"
#include "tools/trace-align/cycle_match.h"

/* That one side is several repeats of the other. */
void messages_times(const struct report *);

/* Which of several cycles were chosen. */
void messages_choice(
    const struct cycle_rows *a, const struct cycle_rows *b, size_t more);

/* How little they take, with `phases` together with steps of other phases. */
void messages_small(
    const struct cycle_rows *a, const struct cycle_rows *b, bool phases);

/* What to do where too little of a trace repeats. */
void messages_whole(void);

/* Another pair that may be meant; no pair has one phase. */
void messages_candidate(
    const struct cycle_rows *a, const struct cycle_rows *b, double likeness);
void messages_no_pair(const struct cycle_table *, const struct cycle_table *,
    const struct wanted *);

/* A cycle without a counterpart in the other table. */
void messages_alone(const struct cycle_rows *);

/* Runs of a side that were not wholly aligned with the first one. */
void messages_runs(const struct side *);

/* Why the models may differ, if they may. */
void messages_doubt(const struct report *);

/* Less than the least share of time, or of kinds of kernels, is matched. */
void messages_unlike(const struct report *);

#endif
