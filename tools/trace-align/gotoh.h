/*
 * gotoh - the alignment of two sequences with the greatest score.
 *
 * Osamu Gotoh, "An improved algorithm for matching biological sequences",
 * Journal of Molecular Biology 162, 1982: a pair scores by its level, a run of
 * kernels alone costs the same however long it is. A pair is always worth more
 * than the two runs that it can split, so a run is only shifted for the sake of
 * keeping it together, never bought with pairs.
 *
 * We add fusions: a kernel of one side and a row of kernels of the other that
 * it has operations in common with. Each of these scores as a pair of the
 * family would, times the share of operations common to both (operations.h);
 * each other one among them costs as much as a run, and none of them does the
 * same as the one kernel. All of them stay without partner, and nothing pairs
 * between them.
 *
 * Among alignments with the same score, the one with the earlier pairs, seen
 * from the end, wins.
 */
#ifndef TRACE_ALIGN_GOTOH_H
#define TRACE_ALIGN_GOTOH_H

#include "tools/trace-align/ring.h"

enum { GOTOH_BYTES = 48 << 20 }; /* of the table of decisions, at most */

/* Computed at most: a minute or two. */
#define GOTOH_CELLS (UINT64_C(1) << 34)

/* Where a kernel of x is in y. */
struct place {
	enum { ALONE, PAIRED, FUSED } how;
	size_t first, last; /* its partner, or those that it is fused with */
};

/* How to compute it; every way that finishes gives the same result. */
struct gotoh_effort {
	int32_t max_loss; /* what an alignment may lose, at first */
	size_t bytes;     /* for decisions, a byte each; then again */
	uint64_t cells;   /* to be computed at most */
};

extern const struct gotoh_effort gotoh_usual;

/*
 * Aligns x with y. It computes only the part of the table that the best
 * alignments can go through (band.h); its width grows with what they lose
 * compared to perfect ones. With a max_loss of INT32_MAX it is the whole table.
 * Returns 0 or an align_failure.
 */
__attribute__((warn_unused_result)) int gotoh(const struct ring *x,
    const struct ring *y, struct place *, const struct gotoh_effort *);

#endif
