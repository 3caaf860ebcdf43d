/*
 * How much the repeats of each cycle differ: mean, deviation and correlation of
 * neighbours, of their kernel time and of their periods.
 */
#include <math.h>
#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"

/*
 * The correlation at lag 1 (Box and Jenkins, "Time Series Analysis", 1970):
 * NaN for fewer than three values, or equal ones.
 */
static double
find_lag1(const int64_t *value, size_t n, double mean)
{
	double products = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		double off = (double)value[i] - mean;

		squares += off * off;
		if (i + 1 < n)
			products += off * ((double)value[i + 1] - mean);
	}
	return n < 3 || squares == 0 ? (double)NAN : products / squares;
}

/* Of n values in order of time, which are put into another one. */
static void
print_values(struct tsvw *out, int64_t *value, size_t n, size_t cycle)
{
	struct stats s;
	double sum = 0, lag1;

	for (size_t i = 0; i < n; i++)
		sum += (double)value[i];
	lag1 = find_lag1(value, n, sum / (double)n);
	if (stats_of(value, n, &s))
		die("times too large for statistics of cycle %zu", cycle);
	tsvw_int(out, s.count);
	row_time(out, n ? s.mean : -1);
	tsvw_real(out, s.stddev / 1000, 3);
	tsvw_real(out, lag1, 3);
	row_time(out, n ? s.min : -1);
	row_time(out, n ? s.max : -1);
}

static void
print_cycle(struct tsvw *out, const struct view *v)
{
	size_t repeats = v->cycle->repeats, n = 0;
	int64_t *value = xcalloc(repeats, sizeof *value);

	row_identity(out, v);
	for (size_t i = 0; i < repeats; i++)
		value[n++] = view_extent(v->report, v->sequence,
		    v->sequence->cycles.repeat[v->cycle->first_repeat + i])
				 .sum;
	print_values(out, value, n, v->number);
	n = 0;
	for (size_t i = 0; i < repeats; i++) {
		int64_t ns = view_period(v, i);

		if (ns >= 0)
			value[n++] = ns;
	}
	print_values(out, value, n, v->number);
	xtsvw_end(out);
	free(value);
}

bool
print_spread(struct tsvw *out, const struct report *r)
{
	for (size_t i = 0; i < r->chosen.n; i++) {
		struct view v = view_cycle(r, i);

		print_cycle(out, &v);
	}
	return r->chosen.n > 0;
}
