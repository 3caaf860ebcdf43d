/*
 * target - what an export of Nsight Systems says of the machine: its GPUs,
 * and which of them a process calls by which number.
 */
#ifndef COMMON_TRACE_NSYS_TARGET_H
#define COMMON_TRACE_NSYS_TARGET_H

#include "common/trace/sqlite/dialect.h"

struct nsys_device {
	int64_t process, number, gpu;
};

/* Zeroed, it knows nothing. */
struct nsys_target {
	struct nsys_device *device; /* owned */
	size_t devices, cap;
};

/* Keeps members as other traces have them, too. */
__attribute__((warn_unused_result)) int nsys_target_read(
    struct nsys_target *, struct sqlite_reader *);

/* The GPU that a process calls by that number; else the number itself. */
int64_t nsys_target_gpu(
    const struct nsys_target *, int64_t process, int64_t number);

#endif
