/*
 * fold - rows of repeats become one symbol.
 *
 * The symbol does not say how many repeats there are, so that what is made of
 * rows may hold different numbers of them.
 */
#ifndef TRACE_CYCLES_FOLD_H
#define TRACE_CYCLES_FOLD_H

#include "tools/trace-cycles/sequence.h"

/* A repeat: the symbols [start, end). */
struct foldable {
	uint32_t start, end;
	uint32_t symbol; /* of its loop */
	size_t array;    /* repeats of another one begin a row of their own */
};

/*
 * Folds n repeats, by start. Those of a row have fewer than ROW_GAP symbols
 * between them.
 */
void fold_rows(struct sequence *, const struct foldable *, size_t n);

#endif
