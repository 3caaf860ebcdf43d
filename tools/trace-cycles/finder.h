/*
 * finder - the chains of a text, and the best cover of any part of it.
 */
#ifndef TRACE_CYCLES_FINDER_H
#define TRACE_CYCLES_FINDER_H

#include "tools/trace-cycles/reach.h"
#include "tools/trace-cycles/repeats.h"

struct round_limits {
	size_t shortest, longest; /* kernels in a root */
	size_t reps;              /* in a row; at least 2 */
};

/* Whether a repeat, in kernels, is as long as wanted. */
static inline bool
round_limits_allow(const struct round_limits *limits, struct repeat r)
{
	size_t kernels = r.end - r.start;

	return kernels >= limits->shortest && kernels <= limits->longest;
}

struct finder {
	const struct text *text;
	const struct round_limits *limits;
	struct chains chains;
	struct class_facts *facts; /* of each class */
	struct reach reach;
	struct cover cover;
	struct gathered gathered;
};

/* Returns 0, or -1: no memory; finder_free frees either way. */
__attribute__((warn_unused_result)) int finder_init(
    struct finder *, const struct text *, const struct round_limits *);
void finder_free(struct finder *);

/*
 * The pieces of the best cover of an interval, which the caller frees; with
 * `barred`, a byte for each symbol of the text, none holds a symbol whose byte
 * is not 0. NULL when there is no memory.
 */
struct piece *finder_pieces(struct finder *, uint32_t from, uint32_t to,
    const unsigned char *barred, size_t *n);

#endif
