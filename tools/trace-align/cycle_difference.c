#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-align/cycle_difference.h"
#include "tools/trace-align/cycle_spread.h"

struct part {
	const struct side *side;
	size_t rows;
	int64_t each;
	struct sum_error noise;
	double *runs; /* ns of a repeat, in each run */
};

static void
add_row(struct part *p, const struct row *r)
{
	const struct side *s = p->side;

	p->rows++;
	p->each += r->each;
	for (size_t k = 0; k < s->nruns; k++)
		p->runs[k] += fmax(
		    s->timings[(size_t)(r - s->rows) * s->nruns + k].mean, 0);
}

/* --- how far sums may be off --- */

struct part_row {
	size_t part;
	const struct row *row;
};

ORDER_BY(
    compare_rows, struct part_row, UP(part), UP(row->name), UP(row->position))

/* The spread of all kernels of a name, if these rows are all. */
static const struct repeat_mean *
find_all_of_name(const struct side *s, const struct part_row *p, size_t n)
{
	const struct repeat_mean *all =
	    cycle_rows_of_name(s->cycle, p->row->name);
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (double)p[i].row->sum;
	return n > 1 && all && repeat_mean_is_of(all, s->reps, sum) ? all
								    : NULL;
}

/*
 * The rows of a name differ in each repeat by what their sum does, where that
 * is known; all else is assumed to be slow together.
 */
static void
find_noise(struct part *parts, struct part_row *row, size_t n)
{
	ARRAY_SORT(row, n, compare_rows);
	for (size_t i = 0, end; i < n; i = end) {
		struct part *p = &parts[row[i].part];
		const struct repeat_mean *all;

		for (end = i + 1; end < n && row[end].part == row[i].part &&
		     row[end].row->name == row[i].row->name;)
			end++;
		all = find_all_of_name(p->side, row + i, end - i);
		if (all)
			sum_error_add(&p->noise, all->noise);
		for (size_t k = i; k < end && !all; k++)
			if (row[k].row->each > 0)
				sum_error_add(&p->noise,
				    row_difference_error(p->side, row[k].row));
	}
}

/* --- intervals --- */

/* The interval when one side has nothing: that of the other one's noise, such
 * as of a kernel that few repeats have. */
static void
bound_alone(struct measure *m, const struct sum_error *n, double floor)
{
	double delta = (double)(m->b - m->a);
	bool known = n->any && !n->lacking;
	double half = known ? student_975(n->df) * n->error : 0;
	double bound = known ? student_950(n->df) * n->error : 0;

	m->low = delta - fmax(half, floor);
	m->high = delta + fmax(half, floor);
	m->least = delta - fmax(bound, floor);
	m->most = delta + fmax(bound, floor);
	m->verdict = m->low > 0 ? SLOWER
	    : m->high < 0       ? FASTER
	    : half > floor      ? UNCLEAR
				: SAME;
	m->low_pct = m->a ? -100 : m->low > 0 ? INFINITY : 0;
	m->high_pct = m->a == 0     ? (m->high > 0 ? INFINITY : 0)
	    : m->verdict == UNCLEAR ? 100 * m->high / (double)m->a
				    : -100;
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
judge(const struct report *r, struct measure *m, struct estimate e,
    const struct sum_error *alone)
{
	double limit = threshold_log(
	    (struct threshold){r->floor.share, 0}, (double)m->a, (double)m->b);

	if (m->a == 0 || m->b == 0) {
		bound_alone(m, alone, m->a == m->b ? 0 : r->floor.ns);
		return;
	}
	m->verdict = verdict_of(e, limit);
	if (isnan(e.half))
		e.half = e.bound =
		    row_difference_has_runs(r) ? INFINITY : limit;
	bound(m, e);
}

/* --- rows --- */

/* Of the runs, or of the repeats of one; `whole`: of all kernels. */
static struct estimate
estimate(const struct report *r, const struct part *a, const struct part *b,
    bool whole)
{
	const struct repeat_mean *of_a = &r->a->cycle->sums;
	const struct repeat_mean *of_b = &r->b->cycle->sums;

	if (row_difference_has_runs(r))
		return welch(sample_of_runs(a->runs, a->side->nruns),
		    sample_of_runs(b->runs, b->side->nruns));
	if (whole && of_a->noise.any && of_b->noise.any)
		return sum_error_estimate(
		    of_a->mean, of_a->noise, of_b->mean, of_b->noise);
	return sum_error_estimate(
	    (double)a->each, a->noise, (double)b->each, b->noise);
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

static struct part *
make_parts(const struct side *s, size_t n)
{
	struct part *p = xcalloc(n + 1, sizeof *p);

	for (size_t k = 0; k < n; k++)
		p[k] = (struct part){
		    .side = s, .runs = xcalloc(s->nruns, sizeof(double))};
	return p;
}

static void
free_parts(struct part *p, size_t n)
{
	for (size_t k = 0; k < n; k++)
		free(p[k].runs);
	free(p);
}

static void
finish(const struct report *r, struct part *a, struct part *b, bool whole,
    struct measure *m)
{
	if (whole) {
		take_whole_runs(a);
		take_whole_runs(b);
	}
	m->known = true;
	m->a = a->each;
	m->b = b->each;
	m->a_rows = a->rows;
	m->b_rows = b->rows;
	judge(r, m, estimate(r, a, b, whole), a->each ? &a->noise : &b->noise);
}

/* Adds up the rows of a side of all parts. */
static struct part *
find_parts(const struct report *r, const size_t *key, size_t n, int side)
{
	const struct comparison *c = r->comparison;
	struct part *parts = make_parts(side ? r->b : r->a, n);
	struct part_row *list = xcalloc(c->npairs + 1, sizeof *list);
	size_t rows = 0;

	for (size_t i = 0; i < c->npairs; i++) {
		const struct row *row = pair_side(&c->pairs[i], side);

		if (!row || key[i] == NO_MEASURE)
			continue;
		add_row(&parts[key[i]], row);
		list[rows++] = (struct part_row){key[i], row};
	}
	find_noise(parts, list, rows);
	free(list);
	return parts;
}

/* `whole`: the one measure is of all kernels. */
static void
measure_keyed(const struct report *r, const size_t *key, size_t n, bool whole,
    struct measure *m)
{
	struct part *a = find_parts(r, key, n, 0);
	struct part *b = find_parts(r, key, n, 1);

	for (size_t k = 0; k < n; k++)
		m[k] = (struct measure){0};
	for (size_t i = 0; i < r->comparison->npairs; i++)
		if (key[i] != NO_MEASURE)
			m[key[i]].rows++;
	for (size_t k = 0; k < n; k++)
		finish(r, &a[k], &b[k], whole, &m[k]);
	free_parts(a, n);
	free_parts(b, n);
}

void
measure_each(
    const struct report *r, const size_t *key, size_t n, struct measure *m)
{
	measure_keyed(r, key, n, false, m);
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

struct measure
measure_rest(const struct report *r, const size_t *of, size_t shown)
{
	size_t n = r->comparison->npairs;
	size_t *key = xcalloc(n + 1, sizeof *key);
	struct measure m;

	for (size_t i = 0; i < n; i++)
		key[i] = of[i] < shown ? NO_MEASURE : 0;
	measure_each(r, key, 1, &m);
	free(key);
	return m;
}

static bool
is_of_family(const struct report *r, const struct row *row, struct span name)
{
	return row && span_equal(r->likeness->class[row->name], name);
}

/* Does a portion have the row, and with it the whole group that it is in? */
static bool
has_row(const struct report *r, enum portion portion, struct span name,
    const struct pair *p)
{
	if (portion == PORTION_GROUPS)
		return p->group &&
		    span_equal(r->comparison->groups[p->group].name, name);
	return portion == PORTION_ALL || is_of_family(r, p->a, name) ||
	    is_of_family(r, p->b, name);
}

static struct measure
measure_rows(const struct report *r, enum portion portion, struct span name)
{
	const struct comparison *c = r->comparison;
	bool *whole = xcalloc(c->ngroups + 1, sizeof *whole);
	size_t *key = xcalloc(c->npairs + 1, sizeof *key);
	struct measure m;

	for (size_t i = 0; i < c->npairs; i++) {
		bool has = has_row(r, portion, name, &c->pairs[i]);

		key[i] = has ? 0 : NO_MEASURE;
		whole[c->pairs[i].group] |= has;
	}
	for (size_t i = 0; i < c->npairs; i++)
		if (c->pairs[i].group && whole[c->pairs[i].group])
			key[i] = 0;
	measure_keyed(r, key, 1, portion == PORTION_ALL, &m);
	free(whole);
	free(key);
	return m;
}

/* --- times of the whole cycle --- */

/* Of a period, in ns, and the time that its kernels take. */
static double
time_of(enum portion portion, double period, double kernels)
{
	double busy = fmin(kernels, period);

	return portion == PORTION_PERIOD ? period
	    : portion == PORTION_BUSY    ? busy
					 : period - busy;
}

/* Negative when it is not known. */
static int64_t
time_of_side(const struct side *s, enum portion portion)
{
	return s->period < 0
	    ? -1
	    : (int64_t)time_of(portion, (double)s->period, (double)s->each);
}

/* A time of each run. */
static struct sample
sample_of_times(const struct side *s, enum portion portion)
{
	double *values = xcalloc(s->nruns, sizeof *values);
	struct sample sample;

	for (size_t k = 0; k < s->nruns; k++) {
		const struct cycle_rows *c = s->runs[k].cycle;

		values[k] = time_of(portion, (double)c->period,
		    (double)c->total / (double)c->reps);
	}
	sample = sample_of_runs(values, s->nruns);
	free(values);
	return sample;
}

/* Is a side busy for as long as its kernels take, one after the other? */
static bool
is_serial(const struct side *s)
{
	return s->period >= s->each;
}

/*
 * Pauses only lengthen a period: without them it is the busy time. So one run a
 * side bounds the difference, although it gives no interval.
 */
static void
bound_period(const struct report *r, struct measure *m)
{
	double floor = r->floor.share * (double)(m->a > m->b ? m->a : m->b);

	if (!is_serial(r->a) || !is_serial(r->b))
		return;
	m->least = (double)(r->b->each - m->a) - floor;
	m->most = (double)(m->b - r->a->each) + floor;
}

/*
 * A single pause can change the mean of a period by half. So it is judged, and
 * has an interval, with several runs, or where the spread of the repeats is
 * known.
 */
static struct measure
measure_time(const struct report *r, enum portion portion)
{
	struct measure m = {.a = time_of_side(r->a, portion),
	    .b = time_of_side(r->b, portion),
	    .low = -INFINITY,
	    .high = INFINITY,
	    .low_pct = -INFINITY,
	    .high_pct = INFINITY,
	    .least = -INFINITY,
	    .most = INFINITY};
	struct estimate e = {NAN, NAN, NAN, NAN};
	const struct repeat_mean *of_a = &r->a->cycle->periods;
	const struct repeat_mean *of_b = &r->b->cycle->periods;

	m.known = m.a >= 0 && m.b >= 0;
	if (row_difference_has_runs(r))
		e = welch(sample_of_times(r->a, portion),
		    sample_of_times(r->b, portion));
	else if (portion == PORTION_PERIOD)
		e = sum_error_estimate(
		    of_a->mean, of_a->noise, of_b->mean, of_b->noise);
	e.log = log((double)m.b / (double)m.a);
	if (m.known && (row_difference_has_runs(r) || !isnan(e.half)))
		judge(r, &m, e, &(struct sum_error){0});
	else if (m.known && portion == PORTION_PERIOD)
		bound_period(r, &m);
	return m;
}

/*
 * With one run a side, idle time is as sure as the period and the kernels are,
 * whose difference it is: their errors may add up. The floor is that of the
 * period.
 */
static struct measure
measure_idle(const struct report *r)
{
	struct measure m = measure_time(r, PORTION_IDLE);
	struct measure all, period = measure_time(r, PORTION_PERIOD);
	double floor =
	    r->floor.share * fmin((double)period.a, (double)period.b);
	double delta = (double)(m.b - m.a);

	if (row_difference_has_runs(r) || !is_serial(r->a) ||
	    !is_serial(r->b) || isinf(period.low) || m.a == 0)
		return m;
	all = measure_rows(r, PORTION_ALL, (struct span){0});
	m.low = fmax(period.low - all.high, -(double)m.a);
	m.high = period.high - all.low;
	m.least = fmax(period.least - all.most, -(double)m.a);
	m.most = period.most - all.least;
	m.low_pct = 100 * m.low / (double)m.a;
	m.high_pct = 100 * m.high / (double)m.a;
	m.verdict = m.low > 0 && delta > floor   ? SLOWER
	    : m.high < 0 && delta < -floor       ? FASTER
	    : m.low >= -floor && m.high <= floor ? SAME
						 : UNCLEAR;
	return m;
}

struct measure
measure_portion(const struct report *r, enum portion portion, struct span name)
{
	if (portion == PORTION_IDLE)
		return measure_idle(r);
	if (portion == PORTION_BUSY && !row_difference_has_runs(r) &&
	    is_serial(r->a) && is_serial(r->b))
		portion = PORTION_ALL;
	return portion < PORTION_PERIOD ? measure_rows(r, portion, name)
					: measure_time(r, portion);
}

struct measure
measure_whole(const struct report *r, enum portion portion)
{
	return measure_portion(r, portion, (struct span){0});
}
