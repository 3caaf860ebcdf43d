#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/measure.h"
#include "tools/trace-align/spread.h"

/* What one side has of a measure. */
struct part {
	const struct side *side;
	int64_t each;
	double spread; /* ns: deviations of the means, as if all were one */
	double df;     /* the least of all rows */
	double *runs;  /* ns of a repeat, in each run */
};

static void
add_row(struct part *p, const struct row *r)
{
	const struct side *s = p->side;
	struct sample x =
	    sample_of_repeats(s->reps, r->count, r->sum, r->deviation);

	p->each += r->each;
	p->spread += (double)r->each * sqrt(x.error);
	if (r->each > 0)
		p->df = fmin(p->df, x.df);
	for (size_t k = 0; k < s->nruns; k++)
		p->runs[k] += fmax(
		    s->timings[(size_t)(r - s->rows) * s->nruns + k].mean, 0);
}

/* --- intervals --- */

static struct sample
sample_of(const struct part *p)
{
	double each = (double)p->each;

	return (struct sample){
	    log(each), p->spread * p->spread / (each * each), p->df};
}

/* The interval when one side has nothing: that of the other one's noise. */
static void
bound_alone(struct measure *m, double floor)
{
	double delta = (double)(m->b - m->a);

	m->low = delta - floor;
	m->high = delta + floor;
	m->least = m->low;
	m->most = m->high;
	m->verdict = m->low > 0 ? SLOWER : m->high < 0 ? FASTER : SAME;
	m->low_pct = m->a ? -100 : m->low > 0 ? INFINITY : 0;
	m->high_pct = m->a ? -100 : m->high > 0 ? INFINITY : 0;
}

static void
bound(struct measure *m, struct estimate e)
{
	double a = (double)m->a, b = (double)m->b;

	m->low = verdict_ns(e.log - e.half, a, b);
	m->high = verdict_ns(e.log + e.half, a, b);
	m->least = verdict_ns(e.log - e.bound, a, b);
	m->most = verdict_ns(e.log + e.bound, a, b);
	m->low_pct = 100 * expm1(e.log - e.half);
	m->high_pct = 100 * expm1(e.log + e.half);
}

/*
 * The interval is that of the runs or repeats. If it is not known, no
 * difference of one run a side below the floor is.
 */
static void
judge(const struct report *r, struct measure *m, struct estimate e)
{
	double limit = threshold_log(
	    (struct threshold){r->floor.share, 0}, (double)m->a, (double)m->b);

	m->verdict = verdict_of(e, limit);
	if (isnan(e.half))
		e.half = e.bound = report_has_runs(r) ? INFINITY : limit;
	bound(m, e);
}

static void
finish(const struct report *r, struct measure *m, const struct part *a,
    const struct part *b, bool whole)
{
	const struct spread *of_a = &r->a->cycle->sums;
	const struct spread *of_b = &r->b->cycle->sums;

	m->known = true;
	m->a = a->each;
	m->b = b->each;
	if (m->a == 0 || m->b == 0)
		bound_alone(m, m->a == m->b ? 0 : r->floor.ns);
	else if (report_has_runs(r))
		judge(r, m,
		    welch(sample_of_runs(a->runs, a->side->nruns),
			sample_of_runs(b->runs, b->side->nruns)));
	else if (whole && of_a->n > 1 && of_b->n > 1)
		judge(r, m, spread_estimate(of_a, of_b));
	else
		judge(r, m, welch(sample_of(a), sample_of(b)));
}

/* --- rows --- */

/* A name's share in a report, by the numbers of its groups. */
struct choice {
	const struct report *r;
	enum portion portion;
	struct span name;
	bool *groups; /* that are counted whole */
};

static bool
is_of_family(const struct choice *c, const struct row *r)
{
	return r && span_equal(c->r->likeness->family[r->name], c->name);
}

static void
choose_groups(struct choice *c)
{
	const struct comparison *all = c->r->comparison;

	for (size_t i = 0; i < all->npairs; i++) {
		const struct pair *p = &all->pairs[i];

		if (!p->group)
			continue;
		if (c->portion == PORTION_FAMILY &&
		    (is_of_family(c, p->a) || is_of_family(c, p->b)))
			c->groups[p->group] = true;
		if (c->portion == PORTION_GROUPS &&
		    span_equal(all->groups[p->group].name, c->name))
			c->groups[p->group] = true;
	}
}

static bool
is_chosen(const struct choice *c, size_t i)
{
	const struct pair *p = &c->r->comparison->pairs[i];

	switch (c->portion) {
	case PORTION_FAMILY:
		return p->group
		    ? c->groups[p->group]
		    : is_of_family(c, p->a) || is_of_family(c, p->b);
	case PORTION_GROUPS:
		return p->group && c->groups[p->group];
	default:
		return true;
	}
}

/* All kernels of a run count in the total, even those that no other run has. */
static void
take_whole_runs(struct part *p)
{
	for (size_t k = 0; k < p->side->nruns; k++) {
		const struct cycle_rows *c = p->side->runs[k].cycle;

		p->runs[k] = (double)c->total / (double)c->reps;
	}
}

/* Rows by the number of their measure, or NO_MEASURE. */
struct keyed {
	const struct report *r;
	const size_t *key;
	size_t n; /* measures */
};

static struct part *
make_parts(const struct side *s, size_t n)
{
	struct part *p = xcalloc(n + 1, sizeof *p);

	for (size_t k = 0; k < n; k++)
		p[k] = (struct part){.side = s,
		    .df = INFINITY,
		    .runs = xcalloc(s->nruns, sizeof(double))};
	return p;
}

static void
free_parts(struct part *p, size_t n)
{
	for (size_t k = 0; k < n; k++)
		free(p[k].runs);
	free(p);
}

/* `whole`: the one measure is of all kernels. */
static void
measure_keyed(const struct keyed *in, bool whole, struct measure *m)
{
	struct part *a = make_parts(in->r->a, in->n);
	struct part *b = make_parts(in->r->b, in->n);

	for (size_t k = 0; k < in->n; k++)
		m[k] = (struct measure){0};
	for (size_t i = 0; i < in->r->comparison->npairs; i++) {
		const struct pair *p = &in->r->comparison->pairs[i];
		size_t k = in->key[i];

		if (k == NO_MEASURE)
			continue;
		m[k].rows++;
		if (p->a)
			add_row(&a[k], p->a);
		if (p->b)
			add_row(&b[k], p->b);
	}
	if (whole) {
		take_whole_runs(a);
		take_whole_runs(b);
	}
	for (size_t k = 0; k < in->n; k++)
		finish(in->r, &m[k], &a[k], &b[k], whole);
	free_parts(a, in->n);
	free_parts(b, in->n);
}

void
measure_each(
    const struct report *r, const size_t *key, size_t n, struct measure *m)
{
	measure_keyed(&(struct keyed){r, key, n}, false, m);
}

void
measure_groups(const struct report *r, struct measure *m)
{
	const struct comparison *c = r->comparison;
	size_t *key = xcalloc(c->npairs + 1, sizeof *key);

	for (size_t i = 0; i < c->npairs; i++)
		key[i] = c->pairs[i].group;
	measure_each(r, key, c->ngroups + 1, m);
	free(key);
}

static struct measure
measure_rows(const struct report *r, enum portion portion, struct span name)
{
	const struct comparison *all = r->comparison;
	struct choice c = {
	    r, portion, name, xcalloc(all->ngroups + 1, sizeof(bool))};
	size_t *key = xcalloc(all->npairs + 1, sizeof *key);
	struct measure m;

	choose_groups(&c);
	for (size_t i = 0; i < all->npairs; i++)
		key[i] = is_chosen(&c, i) ? 0 : NO_MEASURE;
	measure_keyed(&(struct keyed){r, key, 1}, portion == PORTION_ALL, &m);
	free(c.groups);
	free(key);
	return m;
}

/* --- times of the whole cycle --- */

/* A time of a run, in ns; negative when it is not known. */
typedef double time_of_run(const struct cycle_rows *);

static double
run_period(const struct cycle_rows *c)
{
	return (double)c->period;
}

static double
run_idle(const struct cycle_rows *c)
{
	return (double)c->period - (double)c->total / (double)c->reps;
}

/* A time of each run. */
static struct sample
sample_of_times(const struct side *s, time_of_run *time)
{
	double *values = xcalloc(s->nruns, sizeof *values);
	struct sample sample;

	for (size_t k = 0; k < s->nruns; k++)
		values[k] = time(s->runs[k].cycle);
	sample = sample_of_runs(values, s->nruns);
	free(values);
	return sample;
}

/*
 * A single pause can change the mean of a period by half. So it is judged, and
 * has an interval, with several runs, or where the spread of the repeats is
 * known.
 */
static struct measure
measure_time(const struct report *r, int64_t a, int64_t b, bool judged,
    struct estimate e)
{
	struct measure m = {.known = a >= 0 && b >= 0,
	    .a = a,
	    .b = b,
	    .low = -INFINITY,
	    .high = INFINITY,
	    .low_pct = -INFINITY,
	    .high_pct = INFINITY,
	    .least = -INFINITY,
	    .most = INFINITY};

	if (!m.known || !judged)
		return m;
	if (a == 0 || b == 0) {
		bound_alone(&m, a == b ? 0 : r->floor.ns);
		return m;
	}
	e.log = log((double)b / (double)a);
	judge(r, &m, e);
	return m;
}

static struct measure
measure_runs(const struct report *r, int64_t a, int64_t b, time_of_run *time)
{
	struct estimate none = {0};

	if (!report_has_runs(r))
		return measure_time(r, a, b, false, none);
	return measure_time(r, a, b, true,
	    welch(sample_of_times(r->a, time), sample_of_times(r->b, time)));
}

static struct measure
measure_idle(const struct report *r)
{
	return measure_runs(r, side_idle(r->a), side_idle(r->b), run_idle);
}

static int64_t
busy(const struct side *s)
{
	return s->period < 0 ? -1 : s->period - side_idle(s);
}

static double
run_busy(const struct cycle_rows *c)
{
	double kernels = (double)c->total / (double)c->reps;

	return fmin(kernels, (double)c->period);
}

/* Is a side busy for as long as its kernels take, one after the other? */
static bool
is_serial(const struct side *s)
{
	return busy(s) == s->each;
}

/*
 * Pauses only lengthen a period: without them it is the busy time. So one run a
 * side bounds the difference, although it gives no interval.
 */
static struct measure
measure_period(const struct report *r)
{
	const struct side *a = r->a, *b = r->b;
	struct estimate e =
	    spread_estimate(&a->cycle->periods, &b->cycle->periods);
	bool judged = !isnan(e.half);
	struct measure m = measure_time(r, a->period, b->period, judged, e);
	double floor = r->floor.share * (double)(m.a > m.b ? m.a : m.b);

	if (report_has_runs(r))
		return measure_runs(r, a->period, b->period, run_period);
	if (!m.known || judged || !is_serial(a) || !is_serial(b))
		return m;
	m.least = (double)(busy(b) - m.a) - floor;
	m.most = (double)(m.b - busy(a)) + floor;
	return m;
}

static struct measure
measure_busy(const struct report *r)
{
	if (!report_has_runs(r) && is_serial(r->a) && is_serial(r->b))
		return measure_rows(r, PORTION_ALL, (struct span){0});
	return measure_runs(r, busy(r->a), busy(r->b), run_busy);
}

struct measure
measure_portion(const struct report *r, enum portion portion, struct span name)
{
	switch (portion) {
	case PORTION_PERIOD:
		return measure_period(r);
	case PORTION_IDLE:
		return measure_idle(r);
	case PORTION_BUSY:
		return measure_busy(r);
	default:
		return measure_rows(r, portion, name);
	}
}

struct measure
measure_whole(const struct report *r, enum portion portion)
{
	return measure_portion(r, portion, (struct span){0});
}
