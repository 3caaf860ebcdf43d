#include <math.h>
#include <stdlib.h>

#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "common/sequence/numbers.h"
#include "tools/trace-align/cycle_spread.h"

/* A number of three decimals; NAN: empty. */
static double
real_field(struct tsv *in, int column)
{
	return tsv_field(in, column).n ? (double)xtsv_us(in, column) / 1000
				       : NAN;
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

	return (struct repeat_mean){1000 * mean,
	    sum_error_scaled(
		sum_error_of(true, mean,
		    (double[SUM_ERRORS]){
			[SUM_ERROR_COUNT] = (double)xtsv_int(in, column[0]),
			[SUM_ERROR_DEVIATION] = real_field(in, column[2]),
			[SUM_ERROR_LAG] = real_field(in, column[3]),
			[SUM_ERROR_MIN] = real_field(in, column[4]),
			[SUM_ERROR_MAX] = real_field(in, column[5])}),
		1000)};
}

bool
repeat_mean_is_of(const struct repeat_mean *m, int64_t reps, double total)
{
	double n = (double)reps;

	return m->noise.extremes.n == n &&
	    fabs(m->mean * n - total) <= n / 2 + 1;
}

static void
check_cycles(const struct cycle_table *t, const char *path)
{
	for (size_t i = 0; i < t->ncycles; i++)
		if (!repeat_mean_is_of(&t->cycles[i].sums, t->cycles[i].reps,
			(double)t->cycles[i].total))
			die("%s does not belong to the cycles in %s: its cycle %" PRId64
			    " has other repeats or times, or is missing",
			    path, t->cycles[i].file, t->cycles[i].number);
}

ORDER_BY(compare_named, struct name_mean, UP(cycle), UP(name))

/* Gives each cycle its names. */
static void
share_named(struct cycle_table *t)
{
	ARRAY_SORT(t->named, t->nnamed, compare_named);
	for (size_t i = t->nnamed; i-- > 0;) {
		struct cycle_rows *c = &t->cycles[t->named[i].cycle];

		c->named = &t->named[i];
		c->nnamed++;
	}
}

void
cycle_table_spread(
    struct cycle_table *t, const char *path, const struct pool *names)
{
	static const char *const of_sums[] = {"reps", "mean_sum_us",
	    "stddev_sum_us", "lag1_sum", "min_sum_us", "max_sum_us"};
	static const char *const of_periods[] = {"periods", "mean_period_us",
	    "stddev_period_us", "lag1_period", "min_period_us",
	    "max_period_us"};
	struct tsv *in = xtsv_open_file(path);
	int sums[6], periods[6], name = xtsv_optional(in, "name");
	struct key key;

	(void)cycle_table_find_key(&key, in);
	find_columns(in, of_sums, sums);
	find_columns(in, of_periods, periods);
	t->nnamed = 0;
	while (xtsv_next(in)) {
		uint32_t id = pool_find(t->keys, xkey_of(&key, in));
		struct span named = tsv_field_or_none(in, name);

		if (id < t->ncycles && named.n > 0) {
			struct name_mean m = {
			    pool_find(names, named), id, read_times(in, sums)};

			ARRAY_PUSH(t->named, t->nnamed, &t->named_cap, m);
		} else if (id < t->ncycles) {
			t->cycles[id].sums = read_times(in, sums);
			t->cycles[id].periods = read_times(in, periods);
			t->cycles[id].nnamed = 0;
		}
	}
	key_free(&key);
	tsv_close(in);
	check_cycles(t, path);
	share_named(t);
}

const struct repeat_mean *
cycle_rows_of_name(const struct cycle_rows *c, uint32_t name)
{
	size_t at =
	    numbers_first_from(c->named, sizeof *c->named, c->nnamed, name);

	return at < c->nnamed && c->named[at].name == name ? &c->named[at].sums
							   : NULL;
}
