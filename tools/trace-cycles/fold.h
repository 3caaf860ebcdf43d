/*
 * fold - rows of repeats become one symbol.
 *
 * The symbol does not say how many repeats there are, so a sequence of rows may
 * repeat even if the numbers of repeats differ.
 */
#ifndef TRACE_CYCLES_FOLD_H
#define TRACE_CYCLES_FOLD_H

#include "tools/trace-cycles/occurrence.h"

/* A repeat, or several of a row: the symbols [start, end). */
struct foldable {
	uint32_t start, end;
	uint32_t symbol; /* of its loop */
	uint32_t array;  /* repeats of another one begin a row of their own */
};

/* Folds the occurrences that count as repeats of a loop into a symbol. */
void fold_repeats(
    struct sequence *, const struct occurrences *, uint32_t symbol);

/*
 * Folds n repeats or rows, by start. Those of a row have fewer than ROW_GAP
 * symbols between them.
 */
void fold_rows(struct sequence *, const struct foldable *, size_t n);

#endif
