/*
 * ring - the kernels of a cycle as numbers, without a first one.
 */
#ifndef TRACE_ALIGN_RING_H
#define TRACE_ALIGN_RING_H

#include <stddef.h>
#include <stdint.h>

#include "tools/trace-align/likeness.h"

#define ALIGN_ALONE SIZE_MAX

/* The cycles differ too much for their length: it would take minutes. */
enum { ALIGN_TOO_LONG = -1 };

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

static inline enum align_level
ring_level(const struct ring *a, size_t i, const struct ring *b, size_t j)
{
	int level = ALIGN_EXACT;

	while (level < ALIGN_LEVELS && a->id[level][i] != b->id[level][j])
		level++;
	return (enum align_level)level;
}

#endif
