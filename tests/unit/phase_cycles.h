/* phase_cycles - made-up cycles of serving whose phases are judged. */
#pragma once

#include <stdio.h>
#include <string.h>

#include "tools/trace-phase/phase_decision.h"

/* A cycle of the first GPU without a label. */
static inline struct judged_cycle
cycle(int64_t level, int64_t reps, int64_t length, int64_t coverage)
{
	return (struct judged_cycle){.level = level,
	    .reps = reps,
	    .length = length,
	    .coverage = coverage,
	    .start = CYCLE_NO_TIME,
	    .parent = CYCLE_NONE};
}

/* The same inside another, which is one level further out. */
static inline struct judged_cycle
inside(size_t parent, int64_t reps, int64_t length, int64_t coverage)
{
	struct judged_cycle c = cycle(2, reps, length, coverage);

	c.parent = parent;
	return c;
}

static inline void
best(struct judged_cycle *c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		c[i].number = (int64_t)i + 1;
	judge(c, n, 1, 1, false);
}

static inline bool
reason_is(const struct judged_cycle *c, const char *start)
{
	bool is = strncmp(c->reason, start, strlen(start)) == 0;

	if (!is)
		printf("# got %s, want %s\n", c->reason, start);
	return is;
}

/* A lone prefill step of 80 layers, then n decode steps of as many. */
static inline void
make_serving(struct judged_cycle c[4], int64_t n, int64_t prefill_us)
{
	int64_t all = prefill_us + 10 * n;

	c[0] = cycle(1, 1, 1211, prefill_us * 100000 / all);
	c[0].runs = 1;
	c[0].start = 0;
	c[0].sum = prefill_us * 1000;
	c[1] = inside(0, 79, 15, c[0].coverage);
	c[2] = cycle(1, n, 1291, 10 * n * 100000 / all);
	c[2].runs = 1;
	c[2].start = 5;
	c[2].sum = 10 * n * 1000;
	c[3] = inside(2, 79 * n, 16, c[2].coverage);
}
