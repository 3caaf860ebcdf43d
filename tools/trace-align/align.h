/*
 * align - which kernel of one cycle is which kernel of another.
 *
 * A cycle is a ring of names: where it starts is chance. So the best rotation
 * comes first (comb.h), then the best alignment of the two rows that are left
 * (gotoh.h). Where one is several repeats of the other, it is compared with one
 * of them (repeat.h). Kernels pair when their names are equal on some level,
 * and never cross. Swapping the two cycles gives the same pairs, because both
 * are put into one order by what they contain before anything is decided.
 */
#ifndef TRACE_ALIGN_ALIGN_H
#define TRACE_ALIGN_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/trace-align/ops.h"

/* How alike two names are, best first. */
enum align_level {
	ALIGN_EXACT,
	ALIGN_SIMILAR, /* the same when normalised */
	ALIGN_FAMILY,  /* the same kind of work */
	ALIGN_LEVELS,
	ALIGN_DIFFERENT = ALIGN_LEVELS
};

#define ALIGN_ALONE SIZE_MAX

/* What keeps cycles from being aligned; 0: nothing. */
enum align_failure {
	ALIGN_NO_MEMORY = -1,
	ALIGN_TOO_LONG = -2 /* it would take minutes */
};

enum { ALIGN_MOST = 1 << 21 }; /* kernels of a cycle; scores stay numbers */

/*
 * n kernels, each with a number for its name on every level. Names that are
 * equal on one level are equal on the levels below. The numbers are those of
 * both cycles, and depend on the names only, not on which cycle came first.
 *
 * Kernel i does the operations sets[work[i]], which tell a kernel that fuses
 * others from these; sets and their number are those of both cycles. Without
 * work, NULL, no kernel fuses others.
 */
struct align_cycle {
	size_t n;
	const uint32_t *id[ALIGN_LEVELS];
	const uint32_t *work;
	const struct ops *sets;
	size_t nsets;
};

enum align_level align_level(const struct align_cycle *a, size_t i,
    const struct align_cycle *b, size_t j);

/*
 * Makes `to` n kernels of the ring `from`, from kernel `first` on, round and
 * round. Returns the memory that it stands in, which the caller frees; NULL
 * when there is none.
 */
__attribute__((warn_unused_result)) uint32_t *align_unroll(
    struct align_cycle *to, const struct align_cycle *from, size_t first,
    size_t n);

/* How often the shorter cycle is in the longer one. */
struct align_repeats {
	size_t n; /* 1: neither is a multiple of the other */
	/*
	 * If not: pairs are only in this one of the longer cycle's repeats, a
	 * part of its ring from `from` up to but not with `to`, which may be
	 * before it. The other kernels have no partner.
	 */
	size_t from, to;
};

/* Is kernel i of the longer cycle in another repeat? */
bool align_is_outside(const struct align_repeats *, size_t i);

/*
 * Sets partner[i], for each kernel of a, to its kernel of b or to ALIGN_ALONE.
 * Returns 0 or an align_failure. The time is that of rotate.h and gotoh.h;
 * memory grows with a->n + b->n once a fixed amount is used (GOTOH_BYTES).
 */
__attribute__((warn_unused_result)) int align(const struct align_cycle *a,
    const struct align_cycle *b, size_t *partner, struct align_repeats *);

/* One row of the result: a pair, or a kernel of one side, the other ALONE. */
struct align_row {
	size_t a, b;
};

/*
 * Puts pairs and the kernels alone into one order: b's, from its first kernel.
 * Kernels that only a has follow the pair that they follow in a, before those
 * that only b has there. At the cut, between b's last and first pair, those
 * that stand before a's last kernel, or on it, end the list and those from a's
 * first kernel on begin it. `rows` has room for na + nb; returns how many are
 * set, or -1 when there is no memory.
 */
__attribute__((warn_unused_result)) ptrdiff_t align_order(
    const size_t *partner, size_t na, size_t nb, struct align_row *rows);

#endif
