#include <math.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/sequence/numbers.h"
#include "common/times/stats.h"

static int
add_up(const int64_t *v, size_t n, struct stats *s)
{
	uwide squares = 0;

	s->min = s->max = v[0];
	for (size_t i = 0; i < n; i++) {
		if (fixed_add(&s->sum, v[i]) ||
		    __builtin_add_overflow(
			squares, (uwide)((wide)v[i] * v[i]), &squares))
			return -1;
		s->min = v[i] < s->min ? v[i] : s->min;
		s->max = v[i] > s->max ? v[i] : s->max;
	}
	s->stddev = stats_deviation(s->count, s->sum, squares);
	return 0;
}

/*
 * With q the mean rounded down and r what the division leaves, the squared
 * distances from q add up to squares - q (sum + r), an integer; those from the
 * true mean to r * r / count less. So the two large numbers whose difference
 * matters are integers, and only the result is a double.
 */
double
stats_deviation(int64_t count, int64_t sum, uwide squares)
{
	int64_t r, q;
	uwide apart;

	if (count < 2)
		return (double)NAN;
	r = sum % count;
	r += r < 0 ? count : 0;
	q = (int64_t)(((wide)sum - r) / count);
	apart = squares - (uwide)((wide)q * ((wide)sum + r));
	return sqrt(((double)apart - (double)r * (double)r / (double)count) /
	    (double)(count - 1));
}

static void
swap(int64_t *a, int64_t *b)
{
	int64_t c = *a;

	*a = *b;
	*b = c;
}

/* The middle one of the first, the middle and the last value. */
static int64_t
pivot_of(const int64_t *v, size_t n)
{
	int64_t a = v[0], b = v[n / 2], c = v[n - 1];

	if (a > b)
		swap(&a, &b);
	return c < a ? a : c > b ? b : c;
}

/* Values on which it makes no headway are sorted. */
int64_t
stats_nth(int64_t *v, size_t n, size_t k)
{
	enum { PATIENCE = 64 };
	size_t low = 0, high = n;

	for (int round = 0; high - low > 1; round++) {
		int64_t pivot = pivot_of(v + low, high - low);
		size_t less = low, more = high, i = low;

		if (round == PATIENCE) {
			qsort(v + low, high - low, sizeof *v,
			    numbers_compare_signed);
			break;
		}
		while (i < more) {
			if (v[i] < pivot)
				swap(&v[i++], &v[less++]);
			else if (v[i] > pivot)
				swap(&v[i], &v[--more]);
			else
				i++;
		}
		if (k < less)
			high = less;
		else if (k >= more)
			low = more;
		else
			break;
	}
	return v[k];
}

static int64_t
median_of(int64_t *v, size_t n)
{
	int64_t upper = stats_nth(v, n, n / 2), lower;
	wide sum;

	if (n % 2)
		return upper;
	lower = v[0];
	for (size_t i = 1; i < n / 2; i++)
		lower = v[i] > lower ? v[i] : lower;
	sum = (wide)lower + upper;
	return (int64_t)((sum + (sum > 0) - (sum < 0)) / 2);
}

int
stats_of(int64_t *values, size_t n, struct stats *s)
{
	*s = (struct stats){.count = (int64_t)n, .stddev = (double)NAN};
	if (n == 0)
		return 0;
	if (add_up(values, n, s))
		return -1;
	s->mean = fixed_divide(s->sum, s->count);
	s->median = median_of(values, n);
	return 0;
}
