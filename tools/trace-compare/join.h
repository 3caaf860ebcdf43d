/*
 * join - the outer join of several tables: for each key, and of each table, the
 * sums of the columns over the rows that have it.
 *
 * A key takes its text, 24 bytes, 72 bytes for each table, and 17 bytes for
 * each table and column.
 */
#pragma once

#include "common/bytes/pool.h"
#include "common/bytes/span.h"
#include "common/times/sum_error.h"
#include "tools/trace-compare/decimal.h"
#include "tools/trace-compare/input_columns.h"

/*
 * Where a table has what is known of one value; below 0: it has not. Beside a
 * column "sum_us" or "mean_us" these are "stddev_us", "min_us", "max_us" and
 * "count", or "reps"; beside "mean_period_us" they are "stddev_period_us",
 * "lag1_period", ... and "periods".
 */
struct noise_columns {
	int at[SUM_ERRORS];
	bool mean; /* the value is a mean, not a sum */
};

/* Those of a value. */
struct noise_columns noise_find(struct span value, const struct names *);

/* How a column's numbers are written, over all tables. */
struct scale {
	bool any;
	int least, most; /* decimals */
};

/* The rows of one key in one table. */
struct rows {
	struct sum_error noise; /* of the first value */
	bool any;
};

struct join {
	size_t tables, columns;
	struct pool *keys; /* in order of first appearance */
	struct scale *scale;

	/* below: for join.c only */
	decimal *sum;
	unsigned char *seen; /* values added: 0, 1, 2 is more */
	struct rows *sides;  /* of each key, by the table */
	size_t sum_cap, seen_cap, sides_cap;
};

void join_open(struct join *, size_t tables, size_t columns);
void join_free(struct join *);

/* The number of a key's row, one more row of this table. */
uint32_t join_row(struct join *, size_t table, struct span key);

/* Adds a number to a column. Returns 0, or -1: the sum is too large. */
MUST_USE int join_add(struct join *, uint32_t row, size_t table, size_t column,
    decimal, int places);

/* Adds to how far a table's first value may be off. */
void join_add_noise(
    struct join *, uint32_t row, size_t table, struct sum_error);
struct sum_error join_noise(const struct join *, uint32_t row, size_t table);

/* Adds what a row of another join has, table by table. Returns 0, or -1. */
MUST_USE int join_add_row(
    struct join *, uint32_t row, const struct join *from, uint32_t other);

/* Has the table a row with this key? */
bool join_has(const struct join *, uint32_t row, size_t table);

/* Has the table any row that was added, whatever its key? */
bool join_has_rows(const struct join *, size_t table);

/* A number that may not be there. */
struct number {
	bool there;
	decimal v;
};

/*
 * A table's value in a row. Not there: no row, nothing in any row, a divisor of
 * zero, and several numbers whose sum would mean nothing.
 */
struct number join_value(
    const struct join *, const struct value *, uint32_t row, size_t table);

/* Has it several numbers that do not add up? */
bool join_is_ambiguous(
    const struct join *, const struct value *, uint32_t row, size_t table);

/* How a value is written. */
struct scale join_scale(const struct join *, const struct value *);
