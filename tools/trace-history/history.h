/*
 * history - the rows of a table, one a run, as series: the values of one column
 * in the rows of one key.
 */
#pragma once

#include <stdint.h>

#include "common/bytes/pool.h"
#include "common/cli/xkey.h"
#include "common/table/tsv.h"

/* Its place among those of its key, from 1, and its carried fields. */
struct run {
	uint32_t place, carried;
};

struct series {
	double *values;
	uint32_t *runs; /* by their numbers in struct history */
	size_t n, values_cap, runs_cap;
};

struct history {
	struct tsv *in;
	struct key key, value, carry;
	struct pool *keys, *carried;
	struct run *run;
	size_t n, cap;
	uint32_t *places; /* runs of each key so far */
	size_t keys_n, keys_cap;
	struct series *series; /* those of a key, a column each, side by side */
	size_t series_n, series_cap;
};

/*
 * Finds the columns; the lists are those of xkey_open, but NULL for `values` is
 * all columns that are measurements by their names. Then xhistory_add adds
 * the record at hand. What is wrong ends the program.
 */
void xhistory_open(struct history *, struct tsv *, const char *keys,
    const char *values, const char *carry);
void xhistory_add(struct history *);
void history_free(struct history *);

/* The values of column `value` of the key; its metric is the column's name. */
static inline const struct series *
history_series(const struct history *r, size_t key, int value)
{
	return &r->series[key * (size_t)r->value.n + (size_t)value];
}

static inline struct span
history_metric(const struct history *r, int value)
{
	return tsv_name(r->in, r->value.column[value]);
}

/* The run of the series' value i. */
static inline const struct run *
history_run(const struct history *r, const struct series *s, size_t i)
{
	return &r->run[s->runs[i]];
}
