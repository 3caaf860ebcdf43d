/*
 * counts - how often each value comes: all that medians, quantiles and
 * histograms need.
 *
 * Durations are multiples of a clock's tick, so a million of them have some
 * thousand distinct values: memory is 16 to 64 bytes for each distinct value,
 * not for each event.
 */
#ifndef TRACE_STATS_COUNTS_H
#define TRACE_STATS_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct value_count {
	int64_t value;
	int64_t count;
};

/*
 * A zeroed struct is empty. Life: counts_add, then counts_sort, then the rest.
 */
struct counts {
	struct value_count *p; /* a hash table; after sorting, n ascending */
	size_t n, slots;
	bool rounded; /* a sketch: values are those of counts_bucket */
};

void counts_free(struct counts *);

__attribute__((warn_unused_result)) int counts_add(
    struct counts *, int64_t value);

/* A value that comes n times, n > 0, or none of them when that is too many. */
__attribute__((warn_unused_result)) int counts_add_many(
    struct counts *, int64_t value, int64_t n);

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

/* Makes a sketch of more than COUNTS_EXACT distinct values. 0, or -1: memory.
 */
__attribute__((warn_unused_result)) int counts_limit(struct counts *);

/* Makes a sketch of any values. The same returns. */
__attribute__((warn_unused_result)) int counts_round(struct counts *);

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

#endif
