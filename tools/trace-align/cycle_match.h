/*
 * cycle_match - which cycle of one table is which of another: the most alike.
 */
#pragma once

#include "common/trace/step_claim.h"
#include "tools/trace-align/cycle_table.h"

/* Two cycles, of either table. */
struct couple {
	const struct cycle_rows *a, *b;
	double likeness;         /* 1: the same kernels, as often */
	struct step_claim claim; /* of both; the time is the share of the trace
				    of which they take less */
	int64_t time;            /* ns, the mean of both */
	const char *why;         /* it is chosen; NULL: by time and likeness */
};

/* Of the trace's time that it takes. */
double cycle_match_share(const struct cycle_table *, const struct cycle_rows *);

/* Which cycles are looked at. */
struct wanted {
	const char *phase; /* NULL: of all phases */
	bool step;         /* outermost ones alone */
};

/* Cycles below this have little to do with each other. */
#define PAIRING_LEAST 0.25

/* The cycle of a table that is most like this one; the first of equal ones. */
const struct cycle_rows *cycle_match_alike(const struct cycle_table *,
    const struct cycle_rows *, const struct likeness *);

/* Measures the likeness, claim and time of two cycles. */
struct couple cycle_match_couple(const struct cycle_table *,
    const struct cycle_rows *a, const struct cycle_table *,
    const struct cycle_rows *b, const struct likeness *);

/*
 * Pairs cycles, the most alike first, each with one at most, and leaves out
 * pairs of other phases or not wanted, and those below PAIRING_LEAST, but for
 * one that does the same work; if none is left, it takes the one of most
 * kernels; of equal ones those that take more time come first. *couples are in
 * the order of a's cycles; the caller frees them. Returns how many there are.
 */
size_t cycle_match_find(const struct cycle_table *a,
    const struct cycle_table *b, const struct likeness *, const struct wanted *,
    struct couple **couples);
