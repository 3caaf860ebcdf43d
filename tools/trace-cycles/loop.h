/*
 * loop - a body that repeats, its places in the trace, and the loops inside it.
 */
#pragma once

#include <stdbool.h>

#include "tools/trace-cycles/occurrence.h"

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
