/*
 * row_difference - each row's difference in a comparison, and how sure it is.
 */
#pragma once

#include "common/times/sum_error.h"
#include "tools/trace-align/comparison.h"
#include "tools/trace-align/side.h"

struct difference {
	struct estimate estimate; /* its p corrected for the number of rows */
	enum verdict verdict;
};

struct report {
	const struct comparison *comparison;
	const struct side *a, *b;
	const struct pool *names;
	const struct likeness *likeness;
	struct threshold floor;         /* what matters; its ns, of one run */
	double least;                   /* share that must be matched */
	struct difference *differences; /* of the comparison's pairs */
};

/* Are there several runs on both sides? */
bool row_difference_has_runs(const struct report *);

/* How far a row's time of one repeat may be off, by the repeats of one run. */
struct sum_error row_difference_error(const struct side *, const struct row *);

/* Computes the differences of a report whose other members are set. */
void row_differences_find(struct report *);
void row_differences_free(struct report *);
