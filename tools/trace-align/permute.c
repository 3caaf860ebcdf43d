#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "tools/trace-align/permute.h"

/* Differences that only rounding makes are equal. */
static const double slack = 1e-9;

/* The number of ways to choose k of n. */
static double
choices(size_t n, size_t k)
{
	double ways = 1;

	for (size_t i = 1; i <= k; i++)
		ways = ways * (double)(n - k + i) / (double)i;
	return floor(ways + 0.5);
}

double
permute_reach(size_t na, size_t nb)
{
	double ways = choices(na + nb, na);

	return (na == nb ? 2 : 1) /
	    (ways < PERMUTE_DEALS ? ways : (double)PERMUTE_DEALS);
}

/* All runs, and what they add up to. */
struct deal {
	double value[PERMUTE_MOST];
	size_t n, na;
	double sum;
	double limit; /* of the difference of means */
};

static bool
is_extreme(const struct deal *d, double sum_a)
{
	double a = sum_a / (double)d->na;
	double b = (d->sum - sum_a) / (double)(d->n - d->na);

	return fabs(b - a) >= d->limit;
}

/* Goes to the next choice of d->na of d->n in order; false after the last. */
static bool
next_choice(const struct deal *d, size_t *chosen)
{
	size_t i = d->na;

	while (i > 0 && chosen[i - 1] == d->n - d->na + i - 1)
		i--;
	if (i == 0)
		return false;
	chosen[i - 1]++;
	for (; i < d->na; i++)
		chosen[i] = chosen[i - 1] + 1;
	return true;
}

static double
try_all(const struct deal *d)
{
	size_t chosen[PERMUTE_MOST];
	double extreme = 0, all = 0;

	for (size_t i = 0; i < d->na; i++)
		chosen[i] = i;
	do {
		double sum = 0;

		for (size_t i = 0; i < d->na; i++)
			sum += d->value[chosen[i]];
		extreme += is_extreme(d, sum);
		all++;
	} while (next_choice(d, chosen));
	return extreme / all;
}

/* The deal that was seen counts as one of those by chance. */
static double
try_some(struct deal *d)
{
	uint64_t seed = 1;
	double extreme = 1;

	for (int k = 0; k < PERMUTE_DEALS; k++) {
		double sum = 0;

		for (size_t i = 0; i < d->na; i++) {
			size_t j;
			double value;

			seed = seed * UINT64_C(6364136223846793005) +
			    UINT64_C(1442695040888963407);
			j = i + (size_t)((seed >> 33) % (d->n - i));
			value = d->value[j];
			d->value[j] = d->value[i];
			d->value[i] = value;
			sum += value;
		}
		extreme += is_extreme(d, sum);
	}
	return extreme / (PERMUTE_DEALS + 1);
}

double
permute_p(const double *a, size_t na, const double *b, size_t nb)
{
	struct deal d = {.n = na + nb, .na = na};
	double sum_a = 0, sum_b = 0;

	for (size_t i = 0; i < na; i++)
		sum_a += d.value[i] = a[i];
	for (size_t i = 0; i < nb; i++)
		sum_b += d.value[na + i] = b[i];
	d.sum = sum_a + sum_b;
	d.limit = fabs(sum_b / (double)nb - sum_a / (double)na);
	d.limit -= slack * (1 + d.limit);
	if (choices(d.n, na) <= PERMUTE_DEALS)
		return try_all(&d);
	return try_some(&d);
}
