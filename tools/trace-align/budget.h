/*
 * budget - a budget that the difference of two cycles must keep.
 */
#ifndef TRACE_ALIGN_BUDGET_H
#define TRACE_ALIGN_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/trace-align/compare.h"

/* How large a difference may be, or must be: in percent or in time. */
struct limit {
	bool percent;
	int64_t amount; /* thousandths of a percent of the baseline, or ns */
};

/*
 * Reads "3%" or "10.5us", at most three decimals. Returns 0, or -1 when it is
 * neither.
 */
__attribute__((warn_unused_result)) int limit_parse(
    struct limit *, struct span);

struct budget {
	struct span text;   /* as it was given */
	struct span family; /* empty: all kernels */
	struct limit limit;
};

/*
 * Reads "total>3%", "family:gemm>5%" or "total>10.5us"; the text must live as
 * long. Returns 0, or -1 when it is none of these.
 */
__attribute__((warn_unused_result)) int budget_parse(
    struct budget *, const char *);

/* The times of one repeat that a gate looks at, in ns. */
struct budget_times {
	int64_t a, b;
};

struct budget_times budget_measure(const struct budget *, const struct pair *,
    size_t n, int64_t a_reps, int64_t b_reps);

/* Is b more than the limit above a? */
bool budget_exceeded(const struct budget *, struct budget_times);

#endif
