/*
 * target - what an export of Nsight Systems says of the machine: its GPUs,
 * and which of them a process calls by which number.
 */
#ifndef COMMON_TRACE_NSYS_TARGET_H
#define COMMON_TRACE_NSYS_TARGET_H

#include "common/table/database_rows.h"
#include "common/trace/members.h"

struct nsys_device {
	int64_t process, number, gpu;
};

/* Zeroed, it knows nothing. */
struct nsys_target {
	struct nsys_device *device;
	size_t devices, cap;
	struct members members; /* as other traces have them beside events */
};

__attribute__((warn_unused_result)) int nsys_target_read(
    struct nsys_target *, struct database *);
void nsys_target_free(struct nsys_target *);

/* The GPU that a process calls by that number; else the number itself. */
int64_t nsys_target_gpu(
    const struct nsys_target *, int64_t process, int64_t number);

#endif
