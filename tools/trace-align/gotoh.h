/*
 * gotoh - the alignment of two sequences with the greatest score.
 *
 * Osamu Gotoh, "An improved algorithm for matching biological sequences",
 * Journal of Molecular Biology 162, 1982: a pair scores by its tier, a run of
 * kernels alone costs the same however long it is. A pair is always worth more
 * than the two runs that it can split, so a run is only shifted for the sake of
 * keeping it together, never bought with pairs.
 *
 * We add fusions: a kernel of one side and a row of kernels of the other that
 * it has operations in common with. Each of these scores as a pair of the
 * family would, times the share of operations common to both
 * (name_operations.h); each other one among them costs as much as a run, and
 * none of them does the same as the one kernel. All of them stay without
 * partner, and nothing pairs between them.
 *
 * A run that stands in place of one of the other side costs a little less: a
 * layer under other names is not one that came here and one that went there,
 * which would shift all between them by a layer. Among alignments with the same
 * score, the one with the earlier pairs, seen from the end, wins.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "tools/trace-align/likeness.h"

#define ALIGN_ALONE SIZE_MAX

/*
 * n kernels, each with a number for its name in every tier. Names that are
 * equal in one tier are equal in the tiers below. The numbers are those of
 * both cycles, and depend on the names only, not on which cycle came first.
 *
 * Kernel i does the operations sets[work[i]], which tell a kernel that fuses
 * others from these; sets and their number are those of both cycles. Without
 * work, NULL, no kernel fuses others.
 */
struct ring {
	size_t n;
	const uint32_t *id[ALIGN_TIERS];
	const uint32_t *work;
	const struct ops *sets;
	size_t nsets;
};

/* Most kernels differ in the last tier already. */
static inline enum align_tier
ring_tier(const struct ring *a, size_t i, const struct ring *b, size_t j)
{
	int tier = ALIGN_TIERS;

	while (tier > 0 && a->id[tier - 1][i] == b->id[tier - 1][j])
		tier--;
	return (enum align_tier)tier;
}

/*
 * Sets partner[i] to the kernel of y that is x's kernel i, or to ALIGN_ALONE,
 * and the score. Of more than 2048 by 2048 kernels, equal names that follow
 * each other in both are pairs (common/sequence/match.h), and only what is
 * between them is aligned; where that is more than 8192 by 8192, which would
 * take minutes, single equal names divide it, then what is equal in the tiers
 * below. What these do not divide stays alone.
 */
void gotoh(const struct ring *x, const struct ring *y, size_t *partner,
    int64_t *score);
