/*
 * messages - what trace-align says of a comparison on standard error.
 */
#ifndef TRACE_ALIGN_MESSAGES_H
#define TRACE_ALIGN_MESSAGES_H

#include "tools/trace-align/budget.h"
#include "tools/trace-align/change.h"

/* What was compared, when one side has repeats that the other has not. */
void messages_lengths(const struct report *);

/* Of several cycles, which were taken. */
void messages_choice(
    const struct cycle_rows *a, const struct cycle_rows *b, size_t more);

/* A cycle that nothing of the other table is like. */
void messages_alone(const struct cycle_rows *);

/* Runs of a side of which less than all was lined up with the first. */
void messages_runs(const struct side *);

/* So few kinds of kernels have a partner that the models may be others. */
void messages_doubt(const struct report *);

/* Less than the least share of time, or of kinds of kernels, is matched. */
void messages_unlike(const struct report *);

/* Both sides, their times, and what explains most: ten lines. */
void messages_balance(const struct report *, const struct changes *);

/* One side is several of the other: no budget can tell anything. */
void messages_no_budget(const struct report *);

/* By how much a budget is exceeded, or why that is not known. */
void messages_budget(
    const struct budget *, const struct condition *, const struct finding *);

#endif
