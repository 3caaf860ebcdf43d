/*
 * groups - which ranks communicate with each other, of the events of a job.
 *
 * A process group is told by its name and its ranks: names repeat in one job.
 * If no event tells its group, all ranks are one group, of which each stream is
 * one sequence if any rank uses several.
 */
#ifndef TRACE_COLLECTIVES_GROUPS_H
#define TRACE_COLLECTIVES_GROUPS_H

#include "common/bytes/span.h"

struct job;

/*
 * Sets the order of the ranks, the groups by their labels, and the group of
 * each event.
 */
void groups_find(struct job *);

/* The order of ranks and labels: numbers as such, then other texts. */
int groups_compare_labels(struct span, struct span);

#endif
