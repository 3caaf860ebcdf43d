/*
 * gate - a budget that the difference of two cycles must keep.
 */
#ifndef TRACE_ALIGN_GATE_H
#define TRACE_ALIGN_GATE_H

#include <stdbool.h>

#include "tools/trace-align/limit.h"
#include "tools/trace-align/result.h"

struct gate {
	struct span text;   /* as it was given */
	struct span family; /* empty: all kernels */
	struct limit limit;
};

/*
 * Reads "total>3%", "family:gemm>5%" or "total>10.5us"; the text must live as
 * long. Returns 0, or -1 when it is none of these.
 */
__attribute__((warn_unused_result)) int gate_parse(struct gate *, const char *);

/* The times of one repeat that a gate looks at, in ns. */
struct gate_times {
	int64_t a, b;
};

struct gate_times gate_measure(const struct gate *, const struct pair *,
    size_t n, int64_t a_reps, int64_t b_reps);

/* Is b more than the limit above a? */
bool gate_exceeded(const struct gate *, struct gate_times);

#endif
