#include <stdlib.h>

#include "tools/trace-phase/frequency.h"

static int
compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static double
quantile(const int64_t *sorted, size_t n, double q)
{
	double at = q * (double)(n - 1);
	size_t low = (size_t)at;
	size_t high = low + 1 < n ? low + 1 : low;

	return (double)sorted[low] +
	    (at - (double)low) * (double)(sorted[high] - sorted[low]);
}

int
frequency_judge(const int64_t *count, size_t n, struct verdict *v)
{
	int64_t *sorted = malloc((n + 1) * sizeof *sorted);
	double rare, median;

	if (!sorted)
		return -1;
	for (size_t i = 0; i < n; i++)
		sorted[i] = count[i];
	qsort(sorted, n, sizeof *sorted, compare);
	rare = n ? quantile(sorted, n, FREQUENCY_RARE) : 0;
	median = n ? quantile(sorted, n, 0.5) : 0;
	for (size_t i = 0; i < n; i++) {
		double c = (double)count[i];

		if (c > median)
			v[i] = (struct verdict){PHASE_DECODE,
			    "operator more frequent than half", ""};
		else if (c < rare)
			v[i] = (struct verdict){
			    PHASE_PREFILL, "operator rare", ""};
		else
			v[i] = (struct verdict){PHASE_DECODE,
			    "operator neither frequent nor rare", ""};
	}
	free(sorted);
	return 0;
}
