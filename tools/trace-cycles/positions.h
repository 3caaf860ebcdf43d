/*
 * positions - which kernel of a repeat is which one of the root.
 *
 * Both are aligned with the fewest differences (edits.h). If there are more
 * differences than edits.h looks for, as in requests with another number of
 * steps, both are aligned row by row of their inner repeats. Kernels of inner
 * repeats that the root lacks get the positions of the last one of that row.
 */
#pragma once

#include "common/sequence/edits.h"
#include "tools/trace-cycles/repeat_iterator.h"

/* A kernel that the root has not. */
#define POSITION_INSERTED ((uint32_t)1 << 31)

/* A zeroed struct is ready. */
struct positions {
	/*
	 * Of each kernel of the repeat its position in the root; with
	 * POSITION_INSERTED that of the kernel it replaces, else of the one
	 * before it.
	 */
	uint32_t *of;
	uint32_t n;           /* kernels of the repeat */
	uint32_t differences; /* kernels of either that have no place in the
				 other, whichever are more */

	/* below: for positions.c only */
	const struct cycles *all;
	uint32_t root, repeat; /* with which kernel each starts */
	struct edits edits;
	uint32_t *place;
	size_t cap, place_cap;
};

void positions_find(struct positions *, const struct cycles *,
    const struct cycle *, struct visit);
void positions_free(struct positions *);
