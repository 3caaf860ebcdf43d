/*
 * result - one value of one key in the baseline and in another table.
 */
#pragma once

#include "common/times/budget.h"
#include "tools/trace-compare/join.h"

/*
 * Whether two numbers differ by enough to say so, and which is less.
 *
 * Both parts of a margin must be exceeded, and both are the same for either
 * direction: the relative one is a share of the smaller number. So swapped
 * inputs give the mirrored answer, and "20 %" is a ratio above 1.2 or below 1
 * / 1.2.
 */

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
MUST_USE int judge_amount(struct column, struct amount, decimal *);

/*
 * Is the difference of b and a beyond the limit of a budget? A percentage is of
 * a; of nothing, anything is more.
 */
bool judge_exceeds(const struct limit *, struct column, decimal a, decimal b);

/* The limit in the unit of the column; not exact, for bounds. */
double judge_limit(const struct limit *, struct column, double a);

/* A value on both sides. */
struct change {
	struct number a, b;
	struct number delta;   /* b - a */
	double ratio, percent; /* NAN: not known */
};

/*
 * A value that adds up counts as zero where a table does not have it, so that
 * differences add up, too; any other has a difference only if both have it.
 */
struct change change_of(
    const struct join *, const struct value *, uint32_t row, size_t other);

/* How far a table's first value may be off, in the unit of the value. */
struct sum_error value_noise(
    const struct join *, const struct value *, uint32_t row, size_t table);

/* How the plan's first value differs in a row; not known: all NAN. */
struct estimate estimate_of(
    const struct join *, const struct value *, uint32_t row, size_t other);

/* A table against the first one, and what is known of the rows. */
struct comparison {
	const struct join *join, *total;
	const struct value *value; /* the plan's first */
	size_t other;
	struct estimate *estimates;
	enum outcome *outcomes;
};

/*
 * Sets estimates and outcomes, which the caller frees: how the value differs in
 * each row, as far as the spread of both sides is known, with the probabilities
 * corrected for the number of rows; and more or less where that is real and
 * beyond the margin; see common/times/significance.h. Where the estimate is
 * not known, the margin alone decides.
 */
void comparison_judge(struct comparison *, const struct margin *);

/* Are there rows of both whose spread is not known? */
bool lacks_spread(const struct join *, size_t other);

/* Does a row of a join have this name in a key column? */
bool join_has_name(const void *join, struct span name);

/*
 * Adds rows of a join up to the single row of another: all, or those `of` a
 * name in a key column. Returns 0, or -1: a sum is too large. join_free frees
 * either way.
 */
MUST_USE int total_of(
    struct join *total, const struct join *, const struct span *of);

enum order { ORDER_DELTA, ORDER_INPUT, ORDER_KEY, ORDER_VALUE };

/*
 * The numbers of the rows as they are to be printed: by the greatest
 * difference of the value without its sign, by its greatest amount, by key, or
 * as they came; equals by key. The caller's to free.
 */
uint32_t *rows_in_order(const struct join *, const struct value *, enum order);

/*
 * Does a comparison keep a budget? For --fail-if. The subjects of its terms,
 * all of the first value: total; any, each row by itself; key:NAME, the rows
 * with NAME in a key column, added up; status:WORD, how many rows there are
 * with that outcome.
 */

/* The word for an outcome in --fail-if and the column status; "" for none. */
const char *outcome_word(enum outcome, struct column about);

/*
 * Can this value, a struct value, be judged by the term? NULL, or what is
 * wrong: a subject that there is not, a unit that does not fit.
 */
const char *table_gate_check(const struct limit *, const void *value);

/*
 * Does the other table exceed the budget? Without a spread, by the amounts; a
 * row of `any` also by its verdict, see verdict_gate.
 */
struct judgement table_gate_judge(
    const struct budget *, const struct comparison *);

/* By how much what it tells of differs. */
decimal table_gate_difference(
    const struct judgement *, const struct comparison *);
