/*
 * judge - whether two numbers differ by enough to say so, and which is less.
 *
 * Both parts of a margin must be exceeded, and both are the same for either
 * direction: the relative one is a share of the smaller number. So swapped
 * inputs give the mirrored answer, and "20 %" is a ratio above 1.2 or below 1
 * / 1.2.
 */
#ifndef TRACE_COMPARE_JUDGE_H
#define TRACE_COMPARE_JUDGE_H

#include "common/meaning/limits.h"
#include "tools/trace-compare/join.h"

/* The largest percentage that is taken: 1000 %. */
enum { JUDGE_PERCENT = 1000 * 1000 };

struct margin {
	decimal least;    /* in the value's unit */
	int64_t relative; /* thousandths of a percent */
	bool alone;       /* whatever the spread, as in classic reports */
};

enum outcome {
	OUTCOME_NONE, /* neither table has it, or no number */
	OUTCOME_ONLY_A,
	OUTCOME_ONLY_B,
	OUTCOME_SAME,
	OUTCOME_UNCLEAR, /* the spread is too wide to tell */
	OUTCOME_LESS,    /* faster, if it is a time */
	OUTCOME_MORE
};

/* By the margin alone, where the spread is not known. */
enum outcome compare_judge(const struct margin *, decimal a, decimal b);

/*
 * An amount in the unit of a column: 5 ms are 5000 in a column of
 * microseconds. Returns 0, or -1: a time for a column that is none, a percent,
 * or too large.
 */
__attribute__((warn_unused_result)) int judge_amount(
    struct column, struct amount, decimal *);

/*
 * Is the difference of b and a beyond the limit of a budget? A percentage is of
 * a; of nothing, anything is more.
 */
bool judge_exceeds(const struct limit *, struct column, decimal a, decimal b);

/* The limit in the unit of the column; not exact, for bounds. */
double judge_limit(const struct limit *, struct column, double a);

#endif
