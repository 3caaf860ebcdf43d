#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/meaning/verdict.h"

static const double significant = 0.05;

const char *
verdict_name(enum verdict v)
{
	static const char *const names[] = {
	    "", "same", "faster", "slower", "unclear"};

	return names[v];
}

const char *
verdict_say(enum verdict v)
{
	return v == UNKNOWN ? "one run: not tested" : verdict_name(v);
}

double
threshold_log(struct threshold t, double a, double b)
{
	double least = fmin(a, b);

	return log1p(fmax(t.share, least > 0 ? t.ns / least : 0));
}

enum verdict
verdict_of(struct estimate e, double threshold)
{
	/* What only the rounding of logarithms keeps below it has reached it.
	 */
	const double slack = 1e-12;
	bool real = fabs(e.log) > e.half && e.p <= significant;

	if (isnan(e.half) || isnan(e.p))
		return UNKNOWN;
	if (real && fabs(e.log) + slack >= threshold)
		return e.log > 0 ? SLOWER : FASTER;
	return fabs(e.log) + e.half <= threshold + slack ? SAME : UNCLEAR;
}

static int
compare_p(const void *pa, const void *pb)
{
	const struct estimate *a = *(struct estimate *const *)pa;
	const struct estimate *b = *(struct estimate *const *)pb;

	return (a->p > b->p) - (a->p < b->p);
}

void
verdict_adjust(struct estimate *e, size_t n)
{
	struct estimate **sorted = xcalloc(n + 1, sizeof *sorted);
	size_t tests = 0;
	double least = 1;

	for (size_t i = 0; i < n; i++)
		if (!isnan(e[i].p))
			sorted[tests++] = &e[i];
	qsort(sorted, tests, sizeof *sorted, compare_p);
	for (size_t i = tests; i > 0; i--) {
		double raised = sorted[i - 1]->p * (double)tests / (double)i;

		least = fmin(least, raised);
		sorted[i - 1]->p = least;
	}
	free(sorted);
}

double
verdict_ns(double log_ratio, double a, double b)
{
	double whole = log(b / a);

	if (fabs(whole) < 1e-9)
		return log_ratio * (a + b) / 2;
	return log_ratio * (b - a) / whole;
}
