#include <math.h>
#include <stdbool.h>

#include "common/bytes/buf.h"
#include "common/sequence/numbers.h"
#include "common/times/outlier.h"
#include "tools/trace-history/lone_values.h"

enum { BESIDE = 15 }; /* as many on either side are around a value */

static double
median_of(double *v, size_t n)
{
	ARRAY_SORT(v, n, numbers_compare_real);
	return (v[(n - 1) / 2] + v[n / 2]) / 2;
}

/* Is the value at least half as far on the same side? */
static bool
is_beside(double value, double median, double distance)
{
	return (value - median) / distance > 0.5;
}

/*
 * If more than one in ten of the others are there, too, they are no accidents:
 * a machine may have two speeds.
 */
static bool
is_usual(const double *near, size_t n, double median, double distance)
{
	size_t beside = 0;

	for (size_t i = 0; i < n; i++)
		beside += is_beside(near[i], median, distance);
	return 10 * beside > n;
}

static bool
is_lone(const double *v, size_t n, size_t at)
{
	size_t from = at > BESIDE ? at - BESIDE : 0;
	size_t to = n - at > BESIDE ? at + BESIDE + 1 : n, around = 0;
	double near[2 * BESIDE] = {0};
	double median, deviation, distance;

	for (size_t i = from; i < to; i++)
		if (i != at)
			near[around++] = v[i];
	median = median_of(near, around);
	distance = v[at] - median;
	if (is_usual(near, around, median, distance) ||
	    (at > 0 && is_beside(v[at - 1], median, distance)) ||
	    is_beside(v[at + 1], median, distance))
		return false;
	for (size_t i = 0; i < around; i++)
		near[i] = fabs(near[i] - median);
	deviation = median_of(near, around) / SPREAD_HALF_WITHIN;
	return outlier_of_others((double)around, fabs(median), deviation,
	    fabs(median) + fabs(distance));
}

size_t
lone_values_leave_out(
    const double *values, size_t n, double *others, size_t *place)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (i + 1 < n && is_lone(values, n, i))
			continue;
		others[kept] = values[i];
		place[kept++] = i;
	}
	return kept;
}
