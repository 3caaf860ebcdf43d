/*
 * result - one value of one key in the baseline and in another table.
 */
#ifndef TRACE_COMPARE_RESULT_H
#define TRACE_COMPARE_RESULT_H

#include "tools/trace-compare/judge.h"

/* What is known of a value on both sides. */
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

/* Does a sum over the rows mean something? */
bool value_adds_up(const struct value *);

/* By the thresholds, of the plan's first value. */
enum outcome outcome_of(const struct join *, const struct value *,
    const struct threshold *, uint32_t row, size_t other);

/*
 * Adds all rows of a join up to the single row of another. Returns 0, or -1: a
 * sum is too large. join_free frees either way.
 */
__attribute__((warn_unused_result)) int total_of(
    struct join *total, const struct join *);

enum order { ORDER_DELTA, ORDER_INPUT, ORDER_KEY, ORDER_VALUE };

/*
 * The numbers of the rows as they are to be printed: by the greatest
 * difference of the value without its sign, by its greatest amount, by key, or
 * as they came; equals by key. The caller's to free.
 */
uint32_t *rows_in_order(const struct join *, const struct value *, enum order);

#endif
