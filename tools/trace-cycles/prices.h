/*
 * prices - every price and tolerance by which cycles are found, in one place.
 *
 * A loop is worth what it saves when the text is written down with its help
 * (Rissanen, "Modeling by shortest data description", Automatica 14, 1978). The
 * unit is a symbol that need not be written, SCORE_SYMBOL; integers keep the
 * answer the same on every machine.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCORE_SYMBOL ((int64_t)1 << 16)

/*
 * To say where a row of repeats begins, where it ends, and what it repeats. A
 * place costs the logarithm of the length, a kernel that of the number of
 * names: about two symbols each. A text shorter than 2^4 costs less.
 */
#define PRICE_OCCURRENCE (4 * SCORE_SYMBOL)

/*
 * To say where a fault is; then its kernels come. A fault is near to where the
 * text has come to, so it costs less than any place: with two symbols, two
 * faults in a layer of sixteen kernels would cost as much as to leave its row
 * and to enter anew, and rows with 2 % of wrong kernels would fall apart.
 */
#define PRICE_FAULT (8 * SCORE_SYMBOL / 5)

/*
 * One kernel in TOLERATED may be missing from a repeat, or foreign to it: a
 * repeat of 8 with a fault is like the others, one of 4 is like others by
 * chance. Benson's tandem repeats finder accepts copies that are 80 % alike.
 */
enum { TOLERATED = 8, TOLERATED_FROM = 4 };

/* Nothing next to a repeat that stands alone confirms it. */
enum { TOLERATED_ALONE = 64 };

/*
 * A step of another kind has as many layers, of a few kernels more or fewer: it
 * is not LONE_STEP_FACTOR times longer or shorter than the steps next to it.
 */
enum { LONE_STEP_FACTOR = 4 };

/* Of rows of any length in repeats that have faults as well. */
enum { FAULTY_FACTOR = 2 };

/* Bits beyond which a find is no chance: one of 256 that save as much is. */
enum { CHANCE_MARGIN = 8 };

/*
 * An inner loop stands on its own if it comes outside once for OUTSIDE_STEPS
 * times inside: fewer may be left of a repeat that was cut off.
 */
enum { OUTSIDE_STEPS = 4 };

/* Idle this many times longer than before any other kernel: a step begins. */
enum { PAUSE_FACTOR = 4 };

/* Fewer foreign symbols than these do not end a row of repeats. */
enum { ROW_GAP = 3 };

/*
 * Limits that keep the time linear where a body is full of equal words; found
 * by lowering them until answers changed.
 */
enum {
	BEAM = 128,        /* diagonals, and open faults, followed at a time */
	WORD_TIMES = 32,   /* a word more frequent in a body is no anchor */
	RESUME_MOST = 256, /* places tried after a fault */
	ROTATIONS_MOST = 400,
	CANDIDATES = 6,       /* tried before the best of them is taken */
	CANDIDATES_ALIKE = 3, /* of these of about the same length */
	CANDIDATES_SEEN = 32, /* looked at for these */
	COMPOUND_ROUNDS = 4   /* of find_loops.c */
};

/*
 * The price of a wrong kernel in a repeat of `kernels`: beyond one in
 * TOLERATED, leaving the body and entering it anew costs less than going on.
 */
static inline int64_t
price_of_wrong_kernel(uint32_t kernels)
{
	int64_t most = 3 * SCORE_SYMBOL / 2;
	int64_t even = kernels ? 2 * TOLERATED * SCORE_SYMBOL / kernels : most;

	if (kernels < TOLERATED_FROM)
		return 2 * most;
	if (even < 1) /* of more than a million kernels */
		return 1;
	return even < most ? even : most;
}

/* Whether all of n but one in TOLERATED are. */
static inline bool
is_nearly_all(size_t some, size_t n)
{
	return some >= n - n / TOLERATED;
}

/* How many kernels of a repeat may be wrong. */
static inline uint32_t
tolerated_faults(uint32_t kernels)
{
	if (kernels < TOLERATED_FROM)
		return 0;
	return kernels < TOLERATED ? 1 : kernels / TOLERATED;
}

/*
 * How many may be missing at an end of a repeat where nothing is beside it: one
 * more than a repeat that stands alone may lack. With a larger tolerance, part
 * of a repeat would count as a repeat.
 */
static inline uint32_t
tolerated_at_end(uint32_t kernels)
{
	return kernels < TOLERATED_FROM ? 0 : 1 + kernels / TOLERATED_ALONE;
}

/* Whether a repeat of `kernels` is as long as the median one. */
static inline bool
is_tolerated_length(uint32_t kernels, uint32_t median)
{
	uint32_t off = kernels > median ? kernels - median : median - kernels;

	return off <= tolerated_faults(median);
}

/* PRICE_OCCURRENCE in a text of n symbols. */
static inline int64_t
price_of_occurrence(uint64_t n)
{
	int64_t price = SCORE_SYMBOL;

	while ((n >>= 1) > 1 && price < PRICE_OCCURRENCE)
		price += SCORE_SYMBOL;
	return price;
}
