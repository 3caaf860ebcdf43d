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

/* How far a table's first value may be off, in the unit of the value. */
struct noise value_noise(
    const struct join *, const struct value *, uint32_t row, size_t table);

/*
 * Of the plan's first value, for each row: more or less where the difference is
 * real, with the probabilities corrected for the number of rows, and beyond the
 * margin; see common/meaning/verdict.h. Where the spread of a side is not
 * known, the margin alone decides. The caller frees them.
 */
enum outcome *outcomes_of(const struct join *, const struct value *,
    const struct margin *, size_t other);

/* Are there rows of both whose spread is not known? */
bool lacks_spread(const struct join *, size_t other);

/* Does a row have this name in a key column? */
bool join_has_name(const struct join *, struct span name);

/*
 * Adds rows of a join up to the single row of another: all, or those `of` a
 * name in a key column. Returns 0, or -1: a sum is too large. join_free frees
 * either way.
 */
__attribute__((warn_unused_result)) int total_of(
    struct join *total, const struct join *, const struct span *of);

enum order { ORDER_DELTA, ORDER_INPUT, ORDER_KEY, ORDER_VALUE };

/*
 * The numbers of the rows as they are to be printed: by the greatest
 * difference of the value without its sign, by its greatest amount, by key, or
 * as they came; equals by key. The caller's to free.
 */
uint32_t *rows_in_order(const struct join *, const struct value *, enum order);

#endif
