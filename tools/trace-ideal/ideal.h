/*
 * ideal - tables of ideal times: how long each kernel of a program would take
 * at the peak rate of the device, as the compiler of the program computes it.
 *
 * A table has the kernels of one program in the order in which they run. A
 * kernel may come more than once; its first time counts.
 *
 * Life: ideal_start and ideal_add for each table, then ideal_end, then the
 * functions below it. A zeroed struct has no table. Memory: 32 bytes a kernel,
 * and its name.
 */
#ifndef TRACE_IDEAL_IDEAL_H
#define TRACE_IDEAL_IDEAL_H

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

	int64_t total;               /* what the table says; -1: nothing */
	struct ideal_kernel *kernel; /* in the table's order */
	size_t n, cap;
	uint32_t *by_name;    /* places in kernel, the first of each name */
	size_t distinct;      /* of them */
	uint32_t *categories; /* among the texts, each once, as they come */
	size_t n_categories;
};

struct ideal {
	struct pool *texts; /* belongs to the caller */
	struct ideal_table *table;
	size_t n, cap;
	int64_t different; /* kernels with a second, other time */
};

enum { IDEAL_NONE = -1 };

__attribute__((warn_unused_result)) int ideal_start(
    struct ideal *, int64_t rank, struct span phase, bool autopilot);
__attribute__((warn_unused_result)) int ideal_add(
    struct ideal *, struct span name, struct span category, struct ideal_time);
void ideal_end(struct ideal *);
void ideal_free(struct ideal *);

/* The kernel of that name, a number among the texts; or NULL. */
const struct ideal_kernel *ideal_find(
    const struct ideal_table *, uint32_t name);

/* Which of the table's categories it is in. */
size_t ideal_category(const struct ideal_table *, uint32_t category);

/* Whether two tables have the same kernels with the same times. */
bool ideal_same(const struct ideal_table *, const struct ideal_table *);

/* The sum over all kernels of a table, and what its last row says of it. */
struct ideal_time ideal_sum(const struct ideal_table *);

/* In microseconds, if the cores run at so many MHz. */
double ideal_us(struct ideal_time, double mhz);

#endif
