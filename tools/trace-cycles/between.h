/*
 * between - what stands between the repetitions inside a root, wherever that
 * repeats.
 */
#ifndef TRACE_CYCLES_BETWEEN_H
#define TRACE_CYCLES_BETWEEN_H

#include "tools/trace-cycles/finder.h"

/*
 * A class that was met: what is between the pieces inside its root. By phase,
 * so that it can be laid on any chain of the class.
 */
struct met {
	const struct chain *chain;
	struct piece *piece; /* inside the root */
	size_t n;
	unsigned char *between; /* by phase; NULL if there are no pieces */
};

struct search {
	struct finder *finder;
	struct met *met; /* in the order of meeting */
	size_t n;
	size_t *index; /* of each class: 1 + its place in `met`, or 0 */
	unsigned char *between; /* of all; the caller frees it */
};

/*
 * Fills `between` of all that was met, and sorts these by period. Returns 0, or
 * -1: no memory.
 */
__attribute__((warn_unused_result)) int between_find(struct search *);

/*
 * Marks with 1, in `out`, each symbol of a piece of the text that is between
 * repetitions inside it, but not what is in the root alone, which is noise;
 * with 0 what is in one. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int between_lay(
    const struct search *, const struct piece *, unsigned char *out);

#endif
