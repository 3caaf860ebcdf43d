/*
 * ring - the kernels of a cycle as numbers, without a first one.
 */
#ifndef TRACE_ALIGN_RING_H
#define TRACE_ALIGN_RING_H

#include <stddef.h>
#include <stdint.h>

#include "tools/trace-align/likeness.h"

#define ALIGN_ALONE SIZE_MAX

/* What keeps cycles from being aligned; 0: nothing. */
enum align_failure {
	ALIGN_NO_MEMORY = -1,
	ALIGN_TOO_LONG = -2 /* it would take minutes */
};

enum { ALIGN_MOST = 1 << 21 }; /* kernels of a cycle; scores stay numbers */

/*
 * n kernels, each with a number for its name on every level. Names that are
 * equal on one level are equal on the levels below. The numbers are those of
 * both cycles, and depend on the names only, not on which cycle came first.
 *
 * Kernel i does the operations sets[work[i]], which tell a kernel that fuses
 * others from these; sets and their number are those of both cycles. Without
 * work, NULL, no kernel fuses others.
 */
struct ring {
	size_t n;
	const uint32_t *id[ALIGN_LEVELS];
	const uint32_t *work;
	const struct ops *sets;
	size_t nsets;
};

enum align_level ring_level(
    const struct ring *a, size_t i, const struct ring *b, size_t j);

/*
 * Makes `to` n kernels of the ring `from`, from kernel `first` on, round and
 * round. Returns the memory that it stands in, which the caller frees; NULL
 * when there is none.
 */
__attribute__((warn_unused_result)) uint32_t *ring_unroll(
    struct ring *to, const struct ring *from, size_t first, size_t n);

#endif
