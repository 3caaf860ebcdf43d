#include <math.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-align/spread.h"

/* A number of three decimals, as thousandths; NAN: empty. */
static double
real_field(struct tsv *in, int column)
{
	int64_t v;

	if (tsv_field(in, column).n == 0)
		return NAN;
	v = xtsv_us(in, column);
	return (double)v;
}

/* The columns of one kind of times, from their count on. */
static void
find_columns(struct tsv *in, const char *const name[6], int column[6])
{
	for (int i = 0; i < 6; i++)
		column[i] =
		    xtsv_column(in, name[i], "trace-cycles --also spread");
}

static struct repeat_mean
read_times(struct tsv *in, const int column[6])
{
	double mean = real_field(in, column[1]);

	return (struct repeat_mean){mean,
	    noise_of(true, mean,
		(double[NOISES]){
		    [NOISE_COUNT] = (double)xtsv_int(in, column[0]),
		    [NOISE_DEVIATION] = real_field(in, column[2]),
		    [NOISE_LAG] = real_field(in, column[3]) / 1000,
		    [NOISE_MIN] = real_field(in, column[4]),
		    [NOISE_MAX] = real_field(in, column[5])})};
}

/* Are these the totals of the cycle's own repeats, but for their rounding? */
static bool
is_of(const struct repeat_mean *s, const struct cycle_rows *c)
{
	double n = (double)c->reps;

	return s->noise.extremes.n == n &&
	    fabs(s->mean * n - (double)c->total) <= n / 2 + 1;
}

static void
check_cycles(const struct cycle_table *t, const char *path)
{
	for (size_t i = 0; i < t->ncycles; i++)
		if (!is_of(&t->cycles[i].sums, &t->cycles[i]))
			die("%s does not belong to the cycles in %s: its cycle %" PRId64
			    " has other repeats or times, or is missing",
			    path, t->cycles[i].file, t->cycles[i].number);
}

void
spread_read(struct cycle_table *t, const char *path)
{
	static const char *const of_sums[] = {"reps", "mean_sum_us",
	    "stddev_sum_us", "lag1_sum", "min_sum_us", "max_sum_us"};
	static const char *const of_periods[] = {"periods", "mean_period_us",
	    "stddev_period_us", "lag1_period", "min_period_us",
	    "max_period_us"};
	struct tsv *in = xtsv_open_file(path);
	int key[CYCLE_KEY], sums[6], periods[6];

	cycle_table_key_columns(in, key);
	find_columns(in, of_sums, sums);
	find_columns(in, of_periods, periods);
	while (xtsv_next(in)) {
		struct cycle_rows *c = cycle_table_find(t, in, key);

		if (!c)
			continue;
		c->sums = read_times(in, sums);
		c->periods = read_times(in, periods);
	}
	tsv_close(in);
	check_cycles(t, path);
}
