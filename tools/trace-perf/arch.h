/*
 * arch - what a GPU can do at most: bytes and operations a second.
 *
 * A file is either an object of JSON, as TraceLens takes it,
 * {"name": "MI300X", "mem_bw_gbps": 5300, "max_achievable_tflops":
 * {"matrix_bf16": 708, ...}}, or a table of the columns key and value with
 * the same keys.
 */
#ifndef TRACE_PERF_ARCH_H
#define TRACE_PERF_ARCH_H

#include <stddef.h>

#include "common/bytes/span.h"

enum { ARCH_SPECS = 16 };

struct arch {
	double gbps;               /* NAN: unknown */
	double tflops[ARCH_SPECS]; /* by specification; NAN: unknown */
};

/* One that knows nothing. */
struct arch arch_new(void);

/* One of ours by its name, whatever its case. Returns 0, or -1: none. */
__attribute__((warn_unused_result)) int arch_ours(
    struct arch *, struct span name);

/*
 * The i-th of ours, from 0, and a name that its devices have in traces, or "".
 * One with several such names comes as often. Returns NULL after the last.
 */
const char *arch_name(size_t i, const char **device);

/*
 * Reads the text of a file. Returns 0; or 1 when it holds no memory bandwidth
 * or no rate that is above 0.
 */
__attribute__((warn_unused_result)) int arch_read(struct arch *, struct span);

/* TFLOP/s of a specification such as matrix_bf16; NAN: unknown. */
double arch_peak(const struct arch *, struct span spec);

/* The fastest that so much work can be done, in microseconds. */
struct roofline {
	double compute_us, memory_us; /* NAN: unknown */
};

struct roofline arch_roofline(
    const struct arch *, struct span spec, double flops, double bytes);

#endif
