#include <stdlib.h>

#include "common/meaning/spread.h"
#include "common/meaning/stats.h"

/*
 * The modified z-score is 0.6745 times the distance to the median, in median
 * absolute deviations; beyond 3.5 a value is an outlier.
 */
#define MOST_DEVIATIONS (3.5 / 0.6745)

/*
 * Where nearly all durations are the same, the deviation is next to nothing and
 * says little: a twentieth is the least that is worth a look.
 */
enum { LEAST_PART = 20 };

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

bool
spread_is_outlier(const struct spread *s, int64_t value)
{
	int64_t over = value - s->median;

	return s->n >= SPREAD_LEAST &&
	    (double)over > MOST_DEVIATIONS * (double)s->mad &&
	    over > s->median / LEAST_PART;
}
