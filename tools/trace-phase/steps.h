/*
 * steps - which cycles are steps of an engine, and how many steps each is.
 *
 * A cycle with layers inside is a step, as often as it repeats; a step that
 * comes once is a cycle, too. Where a trace holds two lone steps and nothing
 * else, their layers are the cycles.
 */
#ifndef TRACE_PHASE_STEPS_H
#define TRACE_PHASE_STEPS_H

#include "tools/trace-phase/cycle.h"

enum { STEPS_SIGNIFICANT = 1000 }; /* 1 %, as coverage is counted */

/*
 * Fills in compared, row, request, steps and layers. It compares cycles of the
 * main streams: those of the outermost level where one repeats that covers
 * at least STEPS_SIGNIFICANT of its GPU's kernel time; of these, the ones that
 * cover as much themselves, or that have layers. Where one is a request, which
 * holds steps and the layers of a lone step, those inside it are compared
 * instead.
 */
void steps_find(
    struct judged_cycle *, size_t n, size_t gpus, const bool *is_main);

/* The cycle is a request: what is inside it is compared instead. */
void steps_open(struct judged_cycle *, size_t n, size_t request);

/* Have two steps as many layers, in all or in a row of like ones: one may hold
 * another model, too, of images or of drafts? */
bool steps_as_deep(const struct judged_cycle *, const struct judged_cycle *);

/* The same, or in all half or twice as many: two layers are one cycle where two
 * kinds take turns. */
bool steps_of_one_model(
    const struct judged_cycle *, const struct judged_cycle *);

#endif
