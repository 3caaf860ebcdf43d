/*
 * report - each row's difference in a comparison, and how sure it is.
 */
#pragma once

#include "common/meaning/significance.h"
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

/*
 * Is enough matched, of the time and of the kinds of kernels of either side?
 */
bool report_is_alike(const struct report *);

/*
 * Writes why two cycles that are alike may be of different models, in words,
 * with sides that are called so. False, and no words: they hardly are.
 */
bool report_doubts(const struct report *, const char *a, const char *b,
    char *text, size_t size);

/* Are there several runs on both sides? */
bool report_has_runs(const struct report *);

/* Computes the differences of a report whose other members are set. */
void report_init(struct report *);
void report_free(struct report *);
