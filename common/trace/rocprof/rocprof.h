/*
 * rocprof - the records of rocprofv3, AMD's profiler, as events.
 *
 * It writes a CSV file for each kind of record, or one JSON file with all
 * ("Using rocprofv3", ROCprofiler-SDK documentation, AMD, 2025). Times are
 * whole nanoseconds there, of a clock that starts with the machine. Kinds
 * become categories: KERNEL_DISPATCH `kernel`, MEMORY_COPY `gpu_memcpy`,
 * HIP_*_API `hip_runtime`, HSA_*_API `hsa_runtime`, MARKER_* `user_annotation`,
 * others their own name in lower case.
 */
#pragma once

#include "common/bytes/fixed.h"
#include "common/trace/formats.h"

enum { ROCPROF_KIND = 64 };

/* The state that both readers share, in front of their own. */
struct rocprof {
	struct trace_reader r; /* first: see formats.h */
	bool torn; /* a table of names is damaged: kernels may have none */
	char cat[ROCPROF_KIND]; /* of the last event, if it is made up */
};

/*
 * Sets what follows from the kind: category, which may be made up in `made`,
 * group, complete.
 */
void rocprof_kind(
    struct raw_event *, struct span kind, char made[ROCPROF_KIND]);

/*
 * Sets ts and dur. Returns 0, or -1 when one is no whole number, out of range,
 * or the end precedes the start.
 */
MUST_USE int rocprof_times(
    struct raw_event *, struct span start, struct span end);

/* How many blocks of a width a grid of items has, as text; empty: none. */
struct span rocprof_blocks(
    int64_t items, int64_t width, char digits[FIXED_MAX]);
