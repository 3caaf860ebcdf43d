/*
 * segments - a sequence cut into repeats and what is around them, level by
 * level.
 *
 * At level 1 the whole sequence is cut into the repeats of the outermost cycles
 * and the gaps between these. At each further level, the repeats of the level
 * above are cut in the same way; what holds no cycle stays as it is. So every
 * kernel is in exactly one segment of each level.
 */
#pragma once

#include "tools/trace-cycles/weak_cycles.h"

enum segment_kind {
	SEGMENT_REPEAT,  /* a whole one */
	SEGMENT_PARTIAL, /* of a repeat, cut off */
	SEGMENT_BEFORE,  /* the first repeat of what is cut */
	SEGMENT_BETWEEN, /* repeats */
	SEGMENT_AFTER,   /* the last repeat of what is cut */
	SEGMENT_OUTSIDE  /* a sequence without cycles */
};

struct segment {
	enum segment_kind kind;
	struct repeat at;
	size_t listed;      /* the number in the list, from 1, of the cycle that
			       it is a repeat of, or lies in one of; or 0 */
	struct which which; /* repeat of that cycle */
};

/* How deep the cycles of a list are; 1 for an empty one. */
uint32_t segments_levels(const struct found *, size_t n);

/*
 * Calls `take` for each segment of a level in order. The n cycles of the
 * sequence by which it is cut are a list that holds the parents of what it
 * holds.
 */
void segments_cut(const struct cycles *, const struct found *, size_t n,
    uint32_t level, void (*take)(void *to, const struct segment *), void *to);
