/*
 * ideal - tables of ideal times: how long each kernel of a program would take
 * at the peak rate of the device, as the compiler of the program computes it.
 *
 * A table has the kernels of one program in the order in which they run. A
 * kernel may come more than once; its first time counts.
 *
 * Life: ideal_start and ideal_add for each table, then the functions below it.
 * A zeroed struct has no table. Memory: about 50 bytes a kernel, and its name.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/pool.h"
#include "common/bytes/span.h"

/* A time in cycles of the cores, or, if cycles is -1, in nanoseconds. */
struct ideal_time {
	int64_t cycles, ns;
};

struct ideal_kernel {
	uint32_t name, category; /* numbers among the texts */
	struct ideal_time time;
};

struct ideal_table {
	int64_t rank;   /* of the process that it is for; -1: of any */
	uint32_t phase; /* among the texts: such as TTFT, or UNKN */

	/* The compiler fused all kernels, so only the sum of times is known. */
	bool autopilot;
	bool timed; /* of some kernels the time is not in cycles */

	int64_t total;               /* of the table's row Total; -1: none */
	struct ideal_kernel *kernel; /* in the table's order */
	size_t n, cap;
	struct idpool names; /* of the kernels, among the texts */
	uint32_t *first;     /* kernel of each of these names */
	size_t first_cap;
	struct idpool categories; /* of the kernels, among the texts */
};

struct ideal {
	struct pool *texts; /* belongs to the caller */
	struct ideal_table *table;
	size_t n, cap;
	int64_t different; /* kernels with a second, other time */
};

/* A phase that is empty is UNKN. */
void ideal_start(
    struct ideal *, int64_t rank, struct span phase, bool autopilot);
void ideal_add(
    struct ideal *, struct span name, struct span category, struct ideal_time);
void ideal_free(struct ideal *);

/* The kernel of that name, a number among the texts; or NULL. */
const struct ideal_kernel *ideal_find(
    const struct ideal_table *, uint32_t name);

/* The sum over all kernels of a table, and what its last row says of it. */
struct ideal_time ideal_sum(const struct ideal_table *);

/* In microseconds, with cores that run at `mhz` MHz. */
double ideal_us(struct ideal_time, double mhz);

/*
 * Which table of ideal times belongs to a job.
 *
 * Nothing in a trace names the table, so a job's kernels are compared with
 * each of them. A table that has fewer kernels than the job ran, or more ideal
 * time than the job took, is not the job's: score 0. Otherwise the score is
 * 0.5 if the job's first kernels stand in the table one after the other, else
 * 0.25; and 0.5 times the share of the table's kernels that the job ran, and
 * 0.5 times the share of the job's time that the table explains: at most 1.5.
 * The method, weights and limits are those of IBM's AIU Trace Analyzer.
 */

enum { CHOOSE_FIRST = 30, CHOOSE_KERNELS = 500 };

struct job {
	uint32_t first[CHOOSE_FIRST]; /* names of its first kernels */
	int64_t n;                    /* kernels that it ran */
	int64_t rank;                 /* -1: not known, or several */
	double us;                    /* that they took */
};

struct choice {
	const struct ideal_table *table; /* NULL: none can be its table */
	double score, second;            /* of the best other table, or 0 */
	bool uncertain;
};

/* The score of one table; `mhz` is the rate of the cores. */
double choose_score(const struct job *, const struct ideal_table *, double mhz);

/*
 * The table with the highest score, of equal ones the first; among those of the
 * job's rank, if there are some. Tables with the same times as it are no other
 * tables.
 */
struct choice choose_table(
    const struct job *, const struct ideal *, double mhz);

/* Actual and ideal times of kernels, summed by table and category. */

struct total {
	int64_t calls;
	int64_t ns;              /* that the kernels took; 292 years at most */
	int64_t cycles, counted; /* the same by the device, of how many */
	struct ideal_time ideal; /* of kernels that took no less */
};

/*
 * The totals of the kernels of one group that ran with one table. The last one
 * is of kernels that the table does not know.
 */
struct totals {
	uint32_t key;
	const struct ideal_table *table;
	struct total *total; /* of each category, and one more */
};

struct totals_list {
	struct totals *list; /* as they come */
	size_t n, cap;
};

void totals_free(struct totals_list *);

/* The totals of a group and table. */
struct totals *totals_of(
    struct totals_list *, uint32_t key, const struct ideal_table *);

/* Adds what `one` has to a total. */
void total_add(struct total *, const struct total *one);
