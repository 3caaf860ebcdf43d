/*
 * loop - what repeats in a sequence: the loop that saves most is folded, again
 * and again, until none saves anything.
 *
 * The body of a loop is folded in the same way. So a step is found with its
 * layers inside, and several kinds of steps one after the other.
 */
#ifndef TRACE_CYCLES_LOOP_H
#define TRACE_CYCLES_LOOP_H

#include "tools/trace-cycles/limits.h"
#include "tools/trace-cycles/sequence.h"

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
	struct body body;
	uint64_t key;      /* of the candidate it began as, see trial.h */
	uint32_t rotation; /* the symbol of the body that comes first */
	uint32_t median;   /* kernels of a repeat */
	uint32_t symbol;   /* that stands for its rows */
	struct loops inner;
	struct place *place; /* in no order */
	size_t places, place_cap;
};

/*
 * Finds the loops of n kernels; idle[k] is how long nothing ran before kernel
 * k, NULL if that is not known. Returns 0, or -1: no memory; loops_free frees
 * either way.
 */
__attribute__((warn_unused_result)) int loops_find(struct loops *,
    const uint32_t *kernel, size_t n, const int64_t *idle,
    const struct cycle_limits *);
void loops_free(struct loops *);

/*
 * Finds the loops in the body of a loop; symbols from `symbol` on are no
 * kernel's. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int loop_fold_body(
    struct loop *, const struct cycle_limits *, uint32_t symbol);

/* Adds a place. Returns 0, or -1: no memory. */
__attribute__((warn_unused_result)) int loop_add_place(
    struct loop *, struct place);

#endif
