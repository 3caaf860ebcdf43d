/*
 * replay_error - how long the graphs of a schedule take with some lags, how
 * well the unchanged lags give what was traced, and whether that is enough to
 * tell gains.
 */
#pragma once

#include "tools/trace-whatif/schedule.h"

/* In percent: of a replay that is further off no gain is told, by default. */
enum { REPLAY_ERROR_MOST = 5 };

/* Of one graph; of all, the means and the median of all starts. */
struct replay_graph {
	int64_t first;  /* ns, when the first operation started, as traced */
	int64_t traced; /* ns, from there to the last end that counts */
	double off;     /* ns, how far the time of the replay is from that */
	double late;    /* ns, the median of how far starts are off */
};

/* The time of each graph, given when each point is, and behind these the mean.
 */
void replay_ends(const struct schedule *, const int64_t *time, int64_t *took);

/*
 * The traced times, and how far the starts of the unchanged replay are off: of
 * operations that start together, the last traced start counts. Needs a traced
 * schedule. graph[] has an entry for each graph, and behind these one for all.
 * Returns 0, or 1: the times do not fit.
 */
MUST_USE int replay_compare(const struct schedule *, const int64_t *time,
    const int64_t *took, struct replay_graph *graph);

/*
 * The error in percent: that of the time, or that of the starts in percent of
 * the traced time, whichever is larger; NAN if nothing took any time.
 */
double replay_error(const struct replay_graph *);

/* How many of n graphs are further off than `most` percent, and by how much the
 * worst is. */
uint32_t replay_refused(
    const struct replay_graph *, uint32_t n, double most, double *worst);
