/*
 * loop - a body that repeats, its places in the trace, and the loops inside it.
 */
#pragma once

#include <stdbool.h>

#include "tools/trace-cycles/occurrence.h"
#include "tools/trace-cycles/search_limits.h"

/* A repeat in the trace: the kernels [start, end). */
struct place {
	uint32_t start, end;
	uint32_t faults;
	enum { PLACE_WHOLE, PLACE_HEAD, PLACE_TAIL } part; /* what is there */
};

struct loop;

struct loops {
	struct loop *loop; /* in the order in which they were folded */
	size_t n, cap;
};

struct loop {
	struct sequence body;
	uint64_t key;      /* of the candidate it began as, see trial.h */
	uint32_t rotation; /* the symbol of the body that comes first */
	uint32_t median;   /* kernels of a repeat */
	uint32_t symbol;   /* that stands for its rows */
	struct loops inner;
	struct place *place; /* of the trace: by start; inside: in no order */
	size_t places, place_cap;
};

void loops_free(struct loops *);

/* The loop whose rows a symbol stands for, or NULL. */
const struct loop *loops_find_symbol(const struct loops *, uint32_t symbol);

/* The same if it is a step, which has rows of layers in it; or NULL. */
const struct loop *loops_find_step(const struct loops *, uint32_t symbol);

/* Whether a loop is a step of all. */
bool loops_is_step(const struct loops *, const struct loop *);

/* How many whole places of a loop of the trace are in the kernels [from, to).
 */
size_t loop_places(const struct loop *, uint32_t from, uint32_t to);

/* Adds a place. */
void loop_add_place(struct loop *, struct place);

/* A repeat, or several of a row: the symbols [start, end). */
struct foldable {
	uint32_t start, end;
	uint32_t symbol; /* of its loop */
	uint32_t array;  /* repeats of another one begin a row of their own */
};

/*
 * Folds the occurrences that count as repeats of a loop into a symbol. It does
 * not say how many there are, so a sequence of rows may repeat even if the
 * numbers of repeats differ.
 */
void loop_fold_repeats(
    struct sequence *, const struct occurrences *, uint32_t symbol);

/*
 * Folds n repeats or rows, by start. Those of a row have fewer than ROW_GAP
 * symbols between them.
 */
void loop_fold_rows(struct sequence *, const struct foldable *, size_t n);

/*
 * children: where the inner loops of a loop are in one of its repeats.
 *
 * A repeat is aligned with the bodies of all inner loops at once, so that each
 * gets its repeats although some kernels are missing or foreign there, and
 * however many there are. Those that contain others come after them.
 *
 * Adds the places of the inner loops, and of those inside these, in the repeat
 * [start, end); a repeat that is cut off has no whole ones.
 */
void children_find(struct loop *, const struct sequence *, uint32_t start,
    uint32_t end, bool is_partial);

/*
 * Sets the place of occurrence i, and returns whether it has one. A repeat that
 * was cut off has one if it stands beside a repeat that counts and fits for
 * half a repeat or more; in the trace itself, which may be cut anywhere, also
 * if it is longer than what it costs to tell of it, or if there is no more.
 */
bool children_place(struct place *, const struct occurrences *, size_t i,
    const struct sequence *, uint32_t median, bool is_trace);

/*
 * loops: what repeats in a sequence: the loop that saves most is folded, again
 * and again, until none saves anything.
 *
 * The body of a loop is folded in the same way. So a step is found with its
 * layers inside, and several kinds of steps one after the other.
 *
 * Finds the loops of n kernels; idle[k] is how long nothing ran before kernel
 * k, NULL if that is not known.
 */
void loops_find(struct loops *, const uint32_t *kernel, size_t n,
    const int64_t *idle, const struct cycle_limits *);
