#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/sequence/numbers.h"
#include "common/times/outlier.h"
#include "common/times/significance.h"
#include "tools/trace-history/change_points.h"

/* Of candidates much is asked only once their neighbours are known. */
static const double CANDIDATE_P = 10, CANDIDATE_MOST = 0.5;

struct search {
	const struct change_rules *rules;
	const double *values;
	size_t n;
	double *sums; /* of a window, see sum_distances */
	struct change *changes;
	size_t count, cap;
};

/* Rounded to 12 decimals, since means are not exact and limits are. */
static double
part(double from, double to)
{
	return nearbyint((to / from - 1) * 1e12) / 1e12;
}

double
change_points_part(const struct change *c)
{
	return part(c->before, c->after) * (c->before < 0 ? -1 : 1);
}

/* The larger of both directions: from 2 to 1 is as much as from 1 to 2. */
static double
magnitude(const struct change *c)
{
	return fmax(
	    fabs(part(c->before, c->after)), fabs(part(c->after, c->before)));
}

static double
mean_of(const double *v, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i];
	return sum / (double)n;
}

static double
squares_of(const double *v, size_t n, double mean)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (v[i] - mean) * (v[i] - mean);
	return sum;
}

/* Student's t-test of two samples that share one variance. */
static struct change
weigh(const struct search *s, size_t from, size_t at, size_t to)
{
	const double *v = s->values;
	double a = (double)(at - from), b = (double)(to - at), df = a + b - 2;
	struct change c = {
	    at, mean_of(v + from, at - from), mean_of(v + at, to - at), 1};
	double squares_a = squares_of(v + from, at - from, c.before);
	double squares_b = squares_of(v + at, to - at, c.after), error;

	if (df < 1)
		return c;
	if (s->rules->otava) {
		squares_a *= (a - 1) / a;
		squares_b *= (b - 1) / b;
	}
	error = sqrt((squares_a + squares_b) / df * (1 / a + 1 / b));
	if (error > 0)
		c.p = student_p((c.before - c.after) / error, df);
	else
		c.p = c.before == c.after;
	return c;
}

/*
 * sums[i * (n + 1) + j]: the distances of each of the first i values to each of
 * the first j, so that those between any two stretches are four of these.
 */
static void
sum_distances(double *sums, const double *v, size_t n)
{
	size_t width = n + 1;

	for (size_t j = 0; j <= n; j++)
		sums[j] = 0;
	for (size_t i = 0; i < n; i++) {
		double row = 0;

		sums[(i + 1) * width] = 0;
		for (size_t j = 0; j < n; j++) {
			row += fabs(v[i] - v[j]);
			sums[(i + 1) * width + j + 1] =
			    sums[i * width + j + 1] + row;
		}
	}
}

/*
 * The energy distance of the stretches of values [0, at) and [at, to), scaled
 * to be comparable between stretches of different lengths (Matteson and James,
 * formula 7).
 */
static double
energy(const double *sums, size_t width, size_t at, size_t to)
{
	double a = (double)at, b = (double)(to - at);
	double within_a = sums[at * width + at], both = sums[to * width + to];
	double between = sums[at * width + to] - within_a;
	double within_b = both - within_a - 2 * between;
	double e = 2 * between / (a * b);

	if (at > 1)
		e -= within_a / (a * (a - 1));
	if (to - at > 1)
		e -= within_b / (b * (b - 1));
	return e * a * b / (a + b);
}

/* The best place to divide values [from, to), and its energy, or -1 for none.
 */
static double
divide(const struct search *s, size_t from, size_t to, size_t *at)
{
	size_t n = to - from;
	double best = -1;

	sum_distances(s->sums, s->values + from, n);
	for (size_t i = 1; i < n; i++)
		for (size_t end = i + 1; end <= n; end++) {
			double e = energy(s->sums, n + 1, i, end);

			if (e > best) {
				best = e;
				*at = from + i;
			}
		}
	return best;
}

/*
 * Divides a window, best place first, until the best one is not significant.
 * The places come behind the first `first` changes, in order.
 */
static void
search_window(
    struct search *s, size_t first, size_t from, size_t to, double max_p)
{
	for (;;) {
		size_t begin = from, place = first, at = 0;
		struct change found;
		double best = -1;

		for (size_t i = first; i <= s->count; i++) {
			size_t here = 0,
			       end = i < s->count ? s->changes[i].at : to;
			double e = divide(s, begin, end, &here);

			if (e > best) {
				best = e;
				place = i;
				at = here;
				found = weigh(s, begin, here, end);
			}
			begin = end;
		}
		if (at == 0 || found.p > max_p)
			return;
		ARRAY_PUSH(s->changes, s->count, &s->cap, found);
		memmove(s->changes + place + 1, s->changes + place,
		    (s->count - 1 - place) * sizeof found);
		s->changes[place] = found;
	}
}

static void
find_candidates(struct search *s)
{
	double p = s->rules->max_p;
	size_t window = s->rules->window, from = 0;

	if (p < CANDIDATE_MOST)
		p *= p < CANDIDATE_MOST / CANDIDATE_P ? CANDIDATE_P : 2;
	while (from < s->n) {
		size_t first = s->count;
		size_t to = s->n - from < window ? s->n : from + window;

		search_window(s, first, from, to, p);
		from += window / 2;
		if (s->count > first && s->changes[s->count - 1].at > from)
			from = s->changes[s->count - 1].at;
	}
}

/* Weighs a candidate between its neighbours. */
static void
weigh_anew(struct search *s, size_t i)
{
	size_t from = i > 0 ? s->changes[i - 1].at : 0;
	size_t to = i + 1 < s->count ? s->changes[i + 1].at : s->n;

	s->changes[i] = weigh(s, from, s->changes[i].at, to);
}

/* The one to remove next: the least likely, or, of likely ones, the smallest.
 */
static size_t
weakest(const struct search *s, bool *remove)
{
	size_t i, least = 0, small = 0;

	for (i = 1; i < s->count; i++) {
		if (s->changes[i].p > s->changes[least].p)
			least = i;
		if (magnitude(&s->changes[i]) < magnitude(&s->changes[small]))
			small = i;
	}
	*remove = true;
	if (s->changes[least].p >= s->rules->max_p)
		return least;
	*remove = !(magnitude(&s->changes[small]) >= s->rules->min_change);
	return small;
}

static void
remove_weak(struct search *s)
{
	while (s->count) {
		bool remove;
		size_t i = weakest(s, &remove);

		if (!remove)
			return;
		s->count--;
		memmove(s->changes + i, s->changes + i + 1,
		    (s->count - i) * sizeof *s->changes);
		if (i < s->count)
			weigh_anew(s, i);
		if (s->rules->otava && i + 1 < s->count)
			weigh_anew(s, i + 1);
		if (!s->rules->otava && i > 0)
			weigh_anew(s, i - 1);
	}
}

static void
find_changes(struct search *s)
{
	size_t widest = (s->rules->window < s->n ? s->rules->window : s->n) + 1;

	s->sums = xmalloc(widest * widest * sizeof *s->sums);
	find_candidates(s);
	free(s->sums);
	for (size_t i = 0; i < s->count; i++)
		weigh_anew(s, i);
	remove_weak(s);
}

/*
 * Single values far from all around them: one bad run, no level. A value counts
 * as one if it is an outlier (outlier.h), and would be a change that matters,
 * against the median of those around it (F. R. Hampel, "The influence curve and
 * its role in robust estimation", J. Am. Stat. Assoc. 69, 1974), if its
 * neighbours are not on its side.
 */

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
is_lone(const double *v, size_t n, size_t at, const struct change_rules *rules)
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
	    fabs(median) + fabs(distance), rules->min_change);
}

/*
 * The values that are searched, and their places; how many. All but those that
 * are lone; the newest may be the first of a new level and is none.
 */
static size_t
choose_values(const double *values, size_t n, const struct change_rules *rules,
    double *chosen, size_t *place)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (!rules->otava && i + 1 < n && is_lone(values, n, i, rules))
			continue;
		chosen[kept] = values[i];
		place[kept++] = i;
	}
	return kept;
}

double
change_points(const double *values, size_t n, const struct change_rules *rules,
    struct change **changes, size_t *count)
{
	double *chosen = xcalloc(n + 1, sizeof *chosen), mean;
	size_t *place = xcalloc(n + 1, sizeof *place);
	struct search s = {rules, chosen,
	    choose_values(values, n, rules, chosen, place), NULL, NULL, 0, 0};

	find_changes(&s);
	for (size_t i = 0; i < s.count; i++)
		s.changes[i].at = place[s.changes[i].at];
	mean = mean_of(chosen, s.n);
	free(chosen);
	free(place);
	*changes = s.changes;
	*count = s.count;
	return mean;
}
