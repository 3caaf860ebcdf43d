/*
 * bound - is the time of a collective transfer or waiting?
 *
 * The baseline is the shortest latency of collectives of the same kind, type,
 * size and group size: what they take where nobody is late and the network is
 * free. It comes from the job itself, or from a table of another one.
 */
#ifndef TRACE_COLLECTIVES_BOUND_H
#define TRACE_COLLECTIVES_BOUND_H

#include "common/bytes/pool.h"
#include "common/table/tsv.h"
#include "tools/trace-collectives/measure.h"

/* Zeroed, there are none. */
struct baselines {
	struct pool *keys;
	int64_t *ns; /* by key */
	size_t cap;
	bool given; /* by a table, not measured in the job */
};

/* Those of the job; or of a table as trace-collectives prints it. The second
 * ends the program if that is none. */
void bound_measure(struct baselines *, const struct job *);
void bound_read(struct baselines *, const char *path);
void bound_free(struct baselines *);

/* ns, or -1: not known. */
int64_t bound_baseline(const struct baselines *, const struct job *,
    const struct collective *, const struct measure *);

/*
 * "transfer": at most a third of the baseline and the mean wait is waiting;
 * "skew": two thirds or more; "mixed"; "inconclusive": one of them is not
 * known, or both leave more than a third of the mean duration unexplained. Of
 * one rank alone what it takes beyond a given baseline is waiting.
 */
const char *bound_word(const struct baselines *, const struct collective *,
    const struct measure *, int64_t baseline);

#endif
