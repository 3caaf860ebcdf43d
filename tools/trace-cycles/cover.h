/*
 * cover - the best choice of repetitions that do not overlap.
 *
 * A candidate is a chain within an interval. It may be used anywhere inside
 * [start, end), for `reps` periods or more, not only whole ones. A piece of it
 * saves the symbols that repeat what is one period before them, and what one
 * period saves inside itself, less the price of saying so and that of each
 * fault. The cover that saves most is found exactly, by weighted interval
 * scheduling: the best for each prefix from the best for shorter ones.
 *
 * This is the principle of minimum description length (Rissanen, "Modeling by
 * shortest data description", Automatica 14, 1978), counted in symbols.
 */
#ifndef TRACE_CYCLES_COVER_H
#define TRACE_CYCLES_COVER_H

#include "tools/trace-cycles/chains.h"

/*
 * What it costs, in symbols, to name a repetition (its place, its period, how
 * often) and to tell of a fault (its place). Symbols that stand for repetitions
 * are many and rare: to name one of these among themselves costs half as many.
 */
enum { COVER_PRICE = 4, COVER_FAULT = 2, COVER_PRICE_OF_SYMBOLS = 2 };

struct candidate {
	uint32_t start, end;
	uint32_t chain;
	uint32_t inside; /* what one period saves inside itself */
	uint32_t price;  /* of naming it */
};

/* The part of a candidate that a cover uses: symbols [start, end). */
struct piece {
	uint32_t start, end;
	uint32_t least, most; /* start and end of the candidate */
	uint32_t chain;
};

struct cover {
	const struct chains *chains;
	size_t reps; /* the fewest periods of a piece, at least 2 */

	/* below: for cover.c only */
	struct step *best;
	struct active *active;
	struct ready *ready;
	size_t active_cap, ready_cap;
};

/* For intervals up to so long. Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int cover_init(
    struct cover *, const struct chains *, size_t length, size_t reps);
void cover_free(struct cover *);

/*
 * Covers [from, to), which is at most as long as cover_init was told, with
 * candidates that lie inside and have `reps` periods. *saved is what that
 * saves. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int cover_find(struct cover *,
    uint32_t from, uint32_t to, const struct candidate *, size_t n,
    uint32_t *saved);

/*
 * The pieces of the cover last found, in order, which the caller frees. NULL
 * when there is no memory.
 */
struct piece *cover_pieces(const struct cover *, uint32_t from, uint32_t to,
    const struct candidate *, size_t *n);

#endif
