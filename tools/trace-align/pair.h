/*
 * pair - a row of the result: a kernel of either cycle, or one of both; and the
 * kernels that both cycles have, but at places that would cross.
 */
#pragma once

#include "tools/trace-align/likeness.h"

/* A kernel of a cycle, as its table has it. */
struct row {
	size_t cycle; /* its place among the table's cycles */
	size_t line;  /* its place in the table */
	int64_t position;
	uint32_t name;              /* in a pool that both tables share */
	struct span cpu_op, shapes; /* that launched it, and its inputs */
	int64_t sum;                /* ns over all repeats */
	int64_t each;               /* ns of one repeat; see side.h */
	int64_t count;              /* of repeats that have it; -1: not known */
	int64_t median;             /* ns, of these repeats; -1: not known */
	int64_t deviation;          /* ns, of these repeats; -1: not known */
	int64_t least, most;        /* ns, of these repeats; -1: not known */
	bool few; /* less than a quarter of the repeats have it */
};

enum match { EXACT, SIMILAR, MOVED, REMOVED, ADDED, MATCHES };

/* A pair, or a row alone. */
struct pair {
	enum match match;
	enum align_tier tier; /* ALIGN_DIFFERENT for a row alone */
	struct span family;
	uint32_t op; /* of a row alone or a pair; see comparison.c */
	const struct row *a, *b; /* NULL: not there */
	const struct row *twin;  /* where a row alone moved to, or NULL */
	size_t group;            /* from 1; 0: none */
	/* the other side of its group does more than a third of its operations
	 */
	bool explained;
};

/* The row of A, 0, or of B, 1. */
static inline const struct row *
pair_side(const struct pair *p, int side)
{
	return side ? p->b : p->a;
}

static inline bool
pair_has_both(const struct pair *p)
{
	return p->a && p->b;
}

/* The row alone, or that of A. */
static inline const struct row *
pair_row(const struct pair *p)
{
	return p->a ? p->a : p->b;
}

/* Does the other cycle do the work of the row? */
static inline bool
pair_is_matched(const struct pair *p)
{
	return pair_has_both(p) || p->explained;
}
