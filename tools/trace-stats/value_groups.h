/*
 * value_groups - options, columns of the input, and groups, shared by the parts
 * of trace-stats.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/pool.h"
#include "common/bytes/span.h"
#include "common/bytes/wide.h"
#include "common/cli/xkey.h"
#include "common/times/interval.h"

/*
 * How often each value comes: all that medians, quantiles and
 * histograms need.
 *
 * Durations are multiples of a clock's tick, so a million of them have some
 * thousand distinct values: memory is 16 to 64 bytes for each distinct value,
 * not for each event.
 */

/*
 * Unsigned 128-bit integers as decimal text: a sum of squares of nanoseconds
 * does not fit 64 bits.
 */

enum { WIDE_MAX = 40 }; /* bytes of the longest text */

/* Writes digits, no NUL; returns how many. */
size_t wide_print(char out[WIDE_MAX], uwide);

/* Reads digits and nothing else. Returns 0, or -1. */
MUST_USE int wide_parse(struct span, uwide *);

struct value_count {
	int64_t value;
	int64_t count;
};

/*
 * A zeroed struct is empty. Life: counts_add, then counts_sort, then the rest.
 * There are no more values than fit in 64 bits: see sums_add.
 */
struct counts {
	struct value_count *p; /* a hash table; after sorting, n ascending */
	size_t n, slots;
	bool rounded; /* a sketch: values are those of counts_bucket */
};

void counts_free(struct counts *);

void counts_add(struct counts *, int64_t value);

/*
 * Sketches: values are rounded to buckets whose width is at most a 256th of
 * their values, so that the middle of a bucket is within a 512th (0.2 %) of
 * each of its values. Counts of buckets add up, so the sketch of a whole is
 * that of its parts, whatever they are and in whatever order they come; and
 * since a whole has no fewer distinct values than a part, so is the decision to
 * make one. The buckets are those of G. Tene's HdrHistogram, whole numbers
 * without a logarithm; that merging loses nothing is as in Masson, Rim, Lee,
 * "DDSketch: a fast and fully-mergeable quantile sketch with relative-error
 * guarantees", VLDB 2019.
 */
enum { COUNTS_EXACT = 8192, COUNTS_SKETCH_BITS = 8 };

/* The value of a bucket that is nearest to zero, for all that are in it. */
int64_t counts_bucket(int64_t value);

/* Makes a sketch of more than COUNTS_EXACT distinct values. */
void counts_limit(struct counts *);

/* Makes a sketch of any values. */
void counts_round(struct counts *);

void counts_sort(struct counts *);

/* A share from 0 to 1, in billionths. */
enum { QUANTILE_ONE = 1000000000 };

/*
 * The value below which the share `q` lies, times `scale`, to the nearest
 * integer, halves away from zero: between two values linear, as R's type 7 and
 * numpy have it (Hyndman, Fan, "Sample quantiles in statistical packages", The
 * American Statistician 50, 1996). There must be a value; the result must fit.
 */
int64_t counts_quantile(const struct counts *, int64_t q, int64_t scale);

/*
 * Edges of equal bins between the least value and the greatest, as
 * numpy.histogram computes them from values times `unit`, in doubles; where all
 * values are one, the bins reach half a unit to either side. edge[bins] is the
 * last. There must be a value.
 */
void counts_edges(
    const struct counts *, double unit, double *edge, size_t bins);

/* How many values are in each bin, the last edge included in the last one. */
void counts_histogram(const struct counts *, double unit, const double *edge,
    int64_t *count, size_t bins);

/*
 * Sums of a group of values, in integers: those of two parts, added, are the
 * sums of the whole, whatever the parts and their order.
 */

/* Where there is no first event: after all others. */
#define SUMS_NO_EVENT INT64_MAX

struct sums {
	int64_t count; /* values; the others are 0 when there is none */
	int64_t sum, min, max;
	uwide squares;                 /* sum of squares */
	int64_t first_ts, first_event; /* SUMS_NO_EVENT: none */
};

/* The sums of one value, without an event. */
struct sums sums_of(int64_t value);

/*
 * Adds the second to the first. Returns 0, or -1 when the sum or the sum of
 * squares would not fit; then the first is as before.
 */
MUST_USE int sums_add(struct sums *, const struct sums *);

/*
 * The mean times `scale`, to the nearest integer, halves away from zero; of at
 * least one value.
 */
int64_t sums_mean(const struct sums *, int64_t scale);

/*
 * Counts of values as a text, a field of partial sums.
 *
 * "500 1200x3" are four values; "~ 512x2" is a sketch. The values ascend, so
 * equal counts have equal texts.
 */

/* Appends the text of sorted counts. */
void distribution_print(struct buf *, const struct counts *);

/*
 * Adds the counts of a text, of which there must be `n` values from min to
 * max; makes a sketch of them all if the text is one. False when it is no such
 * text, and the counts hold some of it.
 */
MUST_USE bool distribution_add(
    struct counts *, struct span text, int64_t n, int64_t min, int64_t max);

enum { MOST_QUANTILES = 32, MOST_BINS = 1000000 };

struct options {
	const char *path; /* of --also; NULL: standard output */
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
 * The unit of the values: times are read as nanoseconds, all else as whole
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
	int level; /* of cycles whose sums are added up */
	struct levels levels;
	int count, sum, squares, min, max; /* of partial sums */
	int values; /* the same; TSV_MISSING: they do not come with them */
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

/* read_values.c: finds the columns; adds the current record to its group. */
void read_open(struct input *, struct tsv *, const struct options *);
void read_close(struct input *);
void read_record(
    struct input *, const struct options *, struct groups *, struct span key);

void groups_init(struct groups *);
void groups_free(struct groups *);

/*
 * print_groups.c: the names of the columns; all groups in their order.
 * Returns of how many the quantiles are those of a sketch.
 */
void summary_print_header(
    struct tsvw *, const struct options *, const struct input *);
size_t summary_print_groups(struct tsvw *, const struct options *,
    const struct input *, struct groups *);
