/*
 * counts - how often each value comes: all that medians, quantiles and
 * histograms need.
 *
 * Durations are multiples of a clock's tick, so a million of them have some
 * thousand distinct values: memory is 16 to 64 bytes for each distinct value,
 * not for each event.
 */
#ifndef TRACE_SUMMARY_COUNTS_H
#define TRACE_SUMMARY_COUNTS_H

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
};

void counts_free(struct counts *);

/* Returns 0, or -1 when there is no memory. */
__attribute__((warn_unused_result)) int counts_add(
    struct counts *, int64_t value);

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
