/*
 * candidate - what might be the body of a loop, most promising first.
 *
 * Whatever repeats has exact runs in it (runs.h), or at least a stretch that
 * comes again. Those whose least rotations are equal are one candidate. It is
 * ranked by how much they cover.
 */
#ifndef TRACE_CYCLES_CANDIDATE_H
#define TRACE_CYCLES_CANDIDATE_H

#include "common/sequence/text.h"

struct candidate {
	uint32_t start, period; /* where it stands first */
	int64_t rank;
};

/* Lists them, to be freed. Returns how many there are. */
size_t candidates_find(
    const uint32_t *symbol, size_t n, struct candidate **out);

#endif
