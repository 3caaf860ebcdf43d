#include <math.h>

#include "common/bytes/fixed.h"
#include "tools/trace-stats/sums.h"

struct sums
sums_of(int64_t value)
{
	wide size = value < 0 ? -(wide)value : (wide)value;

	return (struct sums){
	    1, value, value, value, size * size, SUMS_NO_EVENT, SUMS_NO_EVENT};
}

/* The earlier event; of one time, the one with the smaller number. */
static void
take_first(struct sums *a, const struct sums *b)
{
	if (b->first_ts < a->first_ts ||
	    (b->first_ts == a->first_ts && b->first_event < a->first_event)) {
		a->first_ts = b->first_ts;
		a->first_event = b->first_event;
	}
}

int
sums_add(struct sums *a, const struct sums *b)
{
	struct sums both = *a;

	if (fixed_add(&both.count, b->count) || fixed_add(&both.sum, b->sum) ||
	    __builtin_add_overflow(both.squares, b->squares, &both.squares))
		return -1;
	both.min = b->min < a->min ? b->min : a->min;
	both.max = b->max > a->max ? b->max : a->max;
	take_first(&both, b);
	*a = both;
	return 0;
}

int64_t
sums_mean(const struct sums *s, int64_t scale)
{
	signed_wide sum = (signed_wide)s->sum * scale;
	signed_wide half = s->count / 2;

	return (int64_t)((sum < 0 ? sum - half : sum + half) / s->count);
}

/*
 * With q the mean rounded down and r what the division leaves, the squared
 * distances from q add up to squares - q (sum + r), an integer; those from the
 * true mean to r * r / count less. So the two large numbers whose difference
 * matters are integers, and only the result is a double.
 */
double
sums_stddev(const struct sums *s)
{
	int64_t r, q;
	wide apart;

	if (s->count < 2)
		return (double)NAN;
	r = s->sum % s->count;
	r += r < 0 ? s->count : 0;
	q = (int64_t)(((signed_wide)s->sum - r) / s->count);
	apart = s->squares - (wide)((signed_wide)q * ((signed_wide)s->sum + r));
	return sqrt(((double)apart - (double)r * (double)r / (double)s->count) /
	    (double)(s->count - 1));
}
