/*
 * repeats - a growing list of repeats, each with its faults.
 */
#ifndef TRACE_CYCLES_REPEATS_H
#define TRACE_CYCLES_REPEATS_H

#include <stddef.h>
#include <stdint.h>

/* One repeat: the symbols [start, end). */
struct repeat {
	uint32_t start, end;
};

/* A zeroed struct is empty. */
struct repeats {
	struct repeat *list;
	uint32_t *faults; /* of each: kernels that do not fit */
	size_t n, cap, faults_cap;
};

/* Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int repeats_add(
    struct repeats *, struct repeat, uint32_t faults);
void repeats_free(struct repeats *);

#endif
