/*
 * device_names - processes that are named as devices are.
 *
 * Ascend's profiler, XLA, rocprof and its successors, and PyTorch before Kineto
 * give the work of a device no category: it belongs to a process that is called
 * "Ascend Hardware", "/device:GPU:0", "GPU0" or "CUDA functions".
 */
#pragma once

#include <stddef.h>

#include "common/trace/raw_event.h"

struct device_names;

struct device_names *device_names_new(void);
void device_names_free(struct device_names *);

/*
 * Looks at an event: is it the name of a process, or work without a category?
 * Memory: some 100 bytes a process.
 */
void device_names_look(struct device_names *, const struct raw_event *);

/* Spans are valid until device_names_free. */
struct device_process {
	struct span pid, name;
};

/*
 * The processes with such a name and such work, by their pids in byte order;
 * the caller's.
 */
struct device_process *device_names_list(
    const struct device_names *, size_t *n);
