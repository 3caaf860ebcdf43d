/*
 * summary - what is asked for, what the input's columns are, and the groups,
 * shared by the parts of trace-stats.
 */
#ifndef TRACE_STATS_SUMMARY_H
#define TRACE_STATS_SUMMARY_H

#include "common/bytes/pool.h"
#include "common/cli/xkey.h"
#include "common/meaning/interval.h"
#include "tools/trace-stats/counts.h"

enum { MOST_QUANTILES = 32, MOST_BINS = 1000000 };

struct options {
	const char *keys;
	const char *carry;
	const char *value; /* NULL: dur_us */
	int64_t below;     /* thousandths; INT64_MAX: all values */
	int64_t quantile[MOST_QUANTILES]; /* billionths */
	int quantiles;
	size_t bins; /* 0: no histogram */
	size_t top;
	bool busy;
	bool partial;
	bool sorted;
};

/*
 * What the values are: times are read as nanoseconds, all else as whole
 * numbers.
 */
struct unit {
	const char *suffix;  /* of a column of results */
	const char *partial; /* of a column of partial sums */
	const char *squares; /* of that of squares */
	int64_t scale;       /* thousandths of the suffix's unit in one */
};

/* The name of a column: a word and the unit. */
struct column_name {
	char text[40];
};
struct column_name column_name(const char *word, const char *suffix);

struct input {
	struct tsv *tsv;
	struct key key, carry;
	struct buf last; /* the key before; kept by --sorted alone */
	const struct unit *unit;
	bool partial;          /* the records are partial sums */
	struct buf value_name; /* of rows; of partial sums after the first */

	/* Columns; TSV_MISSING where there is none, or no need of it. */
	int value, ts, dur, event;
	int count, sum, squares, min, max, values; /* of partial sums */
};

struct group {
	struct sums sums;
	struct counts counts;
	struct intervals busy;
};

struct groups {
	struct pool *keys; /* numbered as the groups */
	struct group *p;
	size_t cap;
	struct pool *texts; /* of carried values */
	uint32_t *carried;  /* numbers of texts, a run for each group */
	size_t carried_cap;
};

/* read.c: finds the columns; adds the current record to its group. */
void read_open(struct input *, struct tsv *, const struct options *);
void read_close(struct input *);
void read_record(
    struct input *, const struct options *, struct groups *, struct span key);

void groups_init(struct groups *);
void groups_free(struct groups *);

/*
 * print.c: the names of the columns; all groups in their order.
 * Returns of how many the quantiles are those of a sketch.
 */
void summary_print_header(
    struct tsvw *, const struct options *, const struct input *);
size_t summary_print_groups(struct tsvw *, const struct options *,
    const struct input *, struct groups *);

#endif
