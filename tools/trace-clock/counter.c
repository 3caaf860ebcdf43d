#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-clock/clock_fit.h"
#include "tools/trace-clock/counters.h"

enum { ROUNDS = 5 };

/* A nominal rate is right to one per cent: as one measured over so long. */
#define NOMINAL_SPAN (100 * FIT_NOISE)

ORDER_BY(compare_points, struct counter_point, UP(ns), UP(count))

/* A count from another one on, modulo 2^bits. */
static int64_t
counts_from(const struct counter *c, int64_t from, int64_t to)
{
	int64_t turn = INT64_C(1) << c->bits;

	return to >= from ? to - from : turn - (from - to);
}

/*
 * The rate that events tell by their own ends, and the median of how long they
 * are; both 0 if there are none.
 */
static void
rate_of_events(const struct counter *c, const struct counter_point *p, size_t n,
    double *v, double rate[2])
{
	size_t events = 0;

	for (size_t i = 0; i < n; i++)
		if (p[i].event > 0)
			v[events++] = (double)p[i].event;
	rate[0] = rate[1] = 0;
	if (!events)
		return;
	rate[1] = fit_median(v, events);
	events = 0;
	for (size_t i = 0; i < n; i++)
		if (p[i].event > 0)
			v[events++] =
			    (double)counts_from(c, p[i].begun, p[i].count) /
			    (double)p[i].event;
	rate[0] = fit_median(v, events);
}

/* Adds the turns of 2^bits passed before each point; false: one is unsure. */
static bool
unwrap(struct counter *c, struct counter_point *p, size_t n, double rate,
    double span)
{
	double turn = ldexp(1, c->bits);
	int64_t first = p[0].count;
	const struct counter_point *last = &p[0];
	bool sure = true;

	for (size_t i = 1; i < n; i++) {
		double gap = (double)(p[i].ns - last->ns);
		double expected = (double)last->count + rate * gap;
		double error = rate * FIT_NOISE * (1 + gap / span);
		double turns = (expected - (double)p[i].count) / turn;
		double whole = (double)(p[i].ns - p[0].ns);

		sure = sure && error < turn / 4 &&
		    fabs(turns) < ldexp(1, 62 - c->bits);
		if (!sure)
			return false;
		c->wraps = llround(turns);
		p[i].count += c->wraps * (INT64_C(1) << c->bits);
		if (fabs((double)p[i].count - expected) > 2 * error)
			continue; /* it shall not lead the others astray */
		last = &p[i];
		if (whole > span) {
			rate = (double)(p[i].count - first) / whole;
			span = whole;
		}
	}
	return sure;
}

static void
find_residuals(const struct counter *c, struct counter_point *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		p[i].residual = ((double)p[i].count - c->count) / c->rate -
		    (double)(p[i].ns - c->x0);
}

/* How far a residual may be off: what is beyond does not fit. */
static double
bound(const struct counter_point *p, size_t n, double *v)
{
	for (size_t i = 0; i < n; i++)
		v[i] = fabs(p[i].residual);
	return FIT_TRIM * fit_median(v, n) + FIT_NOISE;
}

/* Least squares over the points that fit; false if they are at one time. */
static bool
improve(struct counter *c, const struct counter_point *p, size_t n, double most)
{
	double t = 0, y = 0, spread = 0, both = 0, used = 0;

	for (size_t i = 0; i < n; i++)
		if (fabs(p[i].residual) <= most) {
			t += (double)(p[i].ns - c->x0);
			y += (double)(p[i].count - p[0].count);
			used++;
		}
	if (used < 2)
		return false;
	t /= used;
	y /= used;
	for (size_t i = 0; i < n; i++) {
		double dt = (double)(p[i].ns - c->x0) - t;
		double dy = (double)(p[i].count - p[0].count) - y;

		if (fabs(p[i].residual) > most)
			continue;
		spread += dt * dt;
		both += dt * dy;
	}
	if (!(spread > 0) || !(both > 0))
		return false;
	c->rate = both / spread;
	c->count = (double)p[0].count + y - c->rate * t;
	c->error = 1 / sqrt(spread);
	return true;
}

/* Statistics of the residuals up to `most` ns, and the rate's error. */
static void
measure(struct counter *c, const struct counter_point *p, size_t n, double most)
{
	double squares = 0;
	size_t used = 0;

	c->rejected = 0;
	for (size_t i = 0; i < n; i++) {
		double r = fabs(p[i].residual);

		if (r > most) {
			c->rejected++;
			continue;
		}
		squares += r * r;
		used++;
		c->largest = fmax(c->largest, r);
	}
	c->rms = used ? fmin(sqrt(squares / (double)used), c->largest) : 0;
	c->error *=
	    used > 2 ? c->rate * sqrt(squares / (double)(used - 2)) : INFINITY;
}

static void
fit_rounds(struct counter *c, struct counter_point *p, size_t n, double *v)
{
	double most = INFINITY;

	for (size_t i = 0; i < n; i++)
		p[i].residual = 0;
	if (!improve(c, p, n, most)) {
		c->verdict = COUNTER_FEW;
		return;
	}
	for (int i = 0; i < ROUNDS; i++) {
		double rate = c->rate, count = c->count;

		find_residuals(c, p, n);
		most = bound(p, n, v);
		if (!improve(c, p, n, most) ||
		    (c->rate == rate && c->count == count))
			break; /* the next rounds would find the same */
	}
	find_residuals(c, p, n);
	most = bound(p, n, v);
	measure(c, p, n, most);
	if (c->rejected * 4 > n || most > FIT_TRIM * c->most + FIT_NOISE)
		c->verdict = COUNTER_UNSURE;
}

void
counter_fit(struct counter *c, struct counter_point *p, size_t n)
{
	double *v, rate[2];

	c->n = n;
	c->verdict = COUNTER_FEW;
	if (n < FIT_LEAST)
		return;
	v = xcalloc(n, sizeof *v);
	qsort(p, n, sizeof *p, compare_points);
	c->x0 = p[0].ns;
	c->span = p[n - 1].ns - p[0].ns;
	rate_of_events(c, p, n, v, rate);
	if (rate[0] <= 0) {
		rate[0] = c->nominal;
		rate[1] = NOMINAL_SPAN;
	}
	if (rate[0] > 0 && unwrap(c, p, n, rate[0], rate[1])) {
		c->verdict = COUNTER_OK;
		fit_rounds(c, p, n, v);
	} else if (rate[0] > 0) {
		c->verdict = COUNTER_UNSURE;
	}
	free(v);
}
