/*
 * inner - which repetitions hold no others, and where they may be.
 */
#ifndef TRACE_CYCLES_INNER_H
#define TRACE_CYCLES_INNER_H

#include "tools/trace-cycles/finder.h"

struct inner {
	bool *innermost; /* of each class: in the best cover, or inside what is,
			    and holds nothing itself */
	unsigned char
	    *barred; /* of each symbol: 1 for those that something in
			the best cover repeats, but nothing inside it:
			the head of a step is no stray between layers */
};

/* Returns 0, or -1: no memory; inner_free frees either way. */
__attribute__((warn_unused_result)) int inner_find(
    struct inner *, struct finder *);
void inner_free(struct inner *);

#endif
