/*
 * gotoh - the alignment of two sequences with the greatest score.
 *
 * Osamu Gotoh, "An improved algorithm for matching biological sequences",
 * Journal of Molecular Biology 162, 1982: a pair scores by its level, a run of
 * kernels alone costs the same however long it is. A pair is always worth more
 * than the two runs that it can split, so a run is only shifted for the sake of
 * keeping it together, never bought with pairs.
 *
 * Of alignments with the same score the one with the earlier pairs is taken,
 * seen from the end.
 */
#ifndef TRACE_ALIGN_GOTOH_H
#define TRACE_ALIGN_GOTOH_H

#include "tools/trace-align/align.h"

enum {
	GOTOH_FAMILY = 4,
	GOTOH_SIMILAR = 8,
	GOTOH_EXACT = 12,
	GOTOH_RUN = -1,
	GOTOH_BYTES = 48 << 20 /* of the table of decisions, at most */
};

/*
 * Aligns x with y; partner as in align(). When the table of decisions, a byte
 * a cell, would not fit into GOTOH_BYTES, it is made in blocks of rows, for
 * twice the time. Returns 0, or -1 when there is no memory.
 */
__attribute__((warn_unused_result)) int gotoh(
    const struct align_cycle *x, const struct align_cycle *y, size_t *partner);

#endif
