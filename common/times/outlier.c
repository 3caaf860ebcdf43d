#include <stdlib.h>

#include "common/times/outlier.h"
#include "common/times/stats.h"

/*
 * The modified z-score is the distance to the median, in deviations as the
 * median distance tells them; beyond this a value is an outlier.
 */
static const double most_score = 3.5;

int
spread_of(int64_t *values, size_t n, struct spread *out)
{
	struct stats s;

	if (stats_of(values, n, &s))
		return -1;
	*out = (struct spread){.median = s.median, .n = n};
	for (size_t i = 0; i < n; i++)
		values[i] = llabs(values[i] - out->median);
	if (stats_of(values, n, &s))
		return -1;
	out->mad = s.median;
	return 0;
}

double
spread_deviation(const struct spread *s)
{
	return (double)s->mad / SPREAD_HALF_WITHIN;
}

bool
outlier_of_others(
    double others, double mean, double deviation, double value, double part)
{
	return others + 1 >= SPREAD_LEAST &&
	    value - mean > most_score * deviation && value - mean > part * mean;
}

bool
spread_is_outlier(const struct spread *s, int64_t value)
{
	return outlier_of_others((double)s->n - 1, (double)s->median,
	    spread_deviation(s), (double)value, OUTLIER_PART);
}
