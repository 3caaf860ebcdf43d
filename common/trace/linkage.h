/*
 * linkage - which work of the GPU has its launch in the trace, and which launch
 * its work.
 *
 * A call of the runtime or driver and the work it launches bear the same
 * correlation; 0 is none. Memory: about 100 bytes a correlation.
 */
#pragma once

#include <stdint.h>

#include "common/trace/raw_event.h"

struct linkage;

struct linkage *linkage_new(void);
void linkage_free(struct linkage *);

/* Adds an event, if it is a call or work. */
void linkage_add(struct linkage *, const struct raw_event *);

/*
 * Whether a call of this name launches kernels: cudaLaunchKernel,
 * cuLaunchKernelEx, hipModuleLaunchKernel, hipGraphLaunch.
 */
bool linkage_is_launch(struct span name);

/*
 * Kernels no call in the trace bears the correlation of, and launches of
 * kernels and graphs whose correlation neither a kernel nor a copy or memset
 * bears.
 */
struct unlinked {
	int64_t kernels, launches;
};
struct unlinked linkage_unlinked(const struct linkage *);

/*
 * Works that begin before the call that launched them: the clock of one is
 * wrong. Several of one call, as of a graph, count once.
 */
struct early {
	int64_t works, most_ns;
};
struct early linkage_early(const struct linkage *);
