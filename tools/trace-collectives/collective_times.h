/*
 * collective_times - how long a collective took, who waited for whom, and how
 * fast it was.
 *
 * All times come from integers of nanoseconds. The last rank to arrive does not
 * wait, so the shortest duration is the latency; what the others take longer is
 * waiting. Algorithm bandwidth is the message over the latency, bus bandwidth
 * this times kind_bus_factor. Where ranks run on several hosts, waits and skews
 * are as good as their clocks agree; latency and bandwidth need no clock.
 */
#pragma once

#include "common/bytes/pool.h"
#include "tools/trace-collectives/job.h"

enum collective_verdict {
	VERDICT_OK,
	VERDICT_PARTIAL, /* ranks are missing: the latency is an upper bound */
	VERDICT_DIFFERS, /* the ranks do not say the same of it */
	VERDICT_SHIFTED  /* paired by alignment, not by its place */
};

const char *verdict_word(enum collective_verdict);

struct measure {
	const struct job *job;
	const struct event *event; /* its first one, by rank, of n */
	size_t n;
	enum collective_verdict verdict;
	bool waits;         /* ranks wait for each other: the times mean it */
	bool met;           /* and two or more are present, to tell how long */
	bool awaits;        /* each waits for the last: met, or an alltoallv */
	int64_t group_size; /* -1: unknown */
	int64_t full_bytes; /* of the message; -1: unknown */
	int64_t total_nelems;

	/* ns, of the ranks present */
	int64_t latency;              /* the shortest duration */
	int64_t longest, sum;         /* of the durations */
	int64_t start_skew, end_skew; /* from the first to the last */
	int64_t last_start;           /* when the last rank arrives */
	int64_t wall;                 /* from the first start to the last end */
	int64_t total_wait, mean_wait; /* until the last rank arrives */

	uint32_t first_rank, last_rank; /* of equal ones the one with the
					   smaller place among the ranks */
	int64_t most_in;                /* bytes that a rank sends; -1 */
};

struct measure measure_of(const struct job *, const struct collective *);

/* How long a rank waited for the last one. */
static inline int64_t
wait_of(const struct measure *m, const struct event *e)
{
	return m->last_start - e->start;
}

/* Bytes each second; NaN where there is no time, or no size (-1). */
double bandwidth(int64_t bytes, int64_t ns);

/* Of the whole collective; NaN where it is not known or means nothing. */
double measure_algorithm_bandwidth(const struct measure *);
double measure_bus_bandwidth(const struct measure *);

/*
 * Is the time of a collective transfer or waiting?
 *
 * The baseline is the shortest latency of collectives of the same kind, type,
 * size and group size: what they take where nobody is late and the network is
 * free. It comes from the job itself, or from a table of another one.
 */

/* Zeroed, until one of the functions below has filled it. */
struct baselines {
	struct pool *keys;
	int64_t *ns; /* by key */
	size_t cap;
	bool given; /* by a table, not measured in the job */
};

/* Those of the job; or of a table as trace-collectives prints it. The second
 * ends the program if that is none. */
void baselines_measure(struct baselines *, const struct job *);
void baselines_read(struct baselines *, const char *path);
void baselines_free(struct baselines *);

/* ns, or -1: not known. */
int64_t baselines_find(const struct baselines *, const struct measure *);

/*
 * "transfer": at most a third of the baseline and the mean wait is waiting;
 * "skew": two thirds or more; "mixed"; "inconclusive": one of them is not
 * known, or both leave more than a third of the mean duration unexplained. Of
 * one rank alone what it takes beyond a given baseline is waiting.
 */
const char *baselines_word(
    const struct baselines *, const struct measure *, int64_t baseline);
