#include <math.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-clock/clock_fit.h"

enum {
	ROUNDS = 5,
	RATE_LEAST = 8, /* pairs */
	RATE_ERRORS = 3 /* standard errors */
};

ORDER_BY(compare_pairs, struct fit_pair, UP(source), UP(target), UP(source_end),
    UP(target_end))

static double
difference(const struct fit_pair *p)
{
	return (double)(p->target_end - p->source_end);
}

/* The median jump from one pair to the next; 0 of a single pair. */
static double
jump(const struct fit_work *w, const struct fit_group *g)
{
	size_t n = 0;

	for (size_t i = g->from + 1; i < g->to; i++)
		w->value[n++] = fabs(difference(&w->f->pair[i]) -
		    difference(&w->f->pair[i - 1]));
	return n ? fit_median(w->value, n) : 0;
}

static void
find_groups(struct fit_work *w)
{
	const struct fit *f = w->f;

	ARRAY_SORT(f->pair, f->pairs, compare_pairs);
	for (size_t i = 0; i < f->pairs;) {
		struct fit_group g = {.from = i, .to = i};

		while (g.to < f->pairs &&
		    f->pair[g.to].source == f->pair[i].source &&
		    f->pair[g.to].target == f->pair[i].target)
			g.to++;
		g.jump = jump(w, &g);
		g.used = g.jump <= (double)f->most;
		ARRAY_PUSH(w->group, w->groups, &w->group_cap, g);
		i = g.to;
	}
}

static void
span_time(struct fit_rank *r, int64_t t)
{
	r->first = r->n == 0 || t < r->first ? t : r->first;
	r->last = r->n == 0 || t > r->last ? t : r->last;
	r->n++;
}

/* Each rank's number of pairs, their span, and its middle x0. */
static void
find_spans(struct fit *f)
{
	for (size_t i = 0; i < f->pairs; i++) {
		span_time(&f->rank[f->pair[i].source], f->pair[i].source_end);
		span_time(&f->rank[f->pair[i].target], f->pair[i].target_end);
	}
	for (uint32_t i = 0; i < f->ranks; i++)
		f->rank[i].x0 =
		    f->rank[i].first + (f->rank[i].last - f->rank[i].first) / 2;
}

/* Connects one more rank by a group, one end of which is connected. */
static bool
connect_pair(struct fit_work *w, const struct fit_group *g)
{
	struct fit *f = w->f;
	struct fit_rank *source = &f->rank[f->pair[g->from].source];
	struct fit_rank *target = &f->rank[f->pair[g->from].target];
	double d;

	if (!g->used || source->connected == target->connected)
		return false;
	for (size_t i = g->from; i < g->to; i++)
		w->value[i - g->from] = difference(&f->pair[i]);
	d = fit_median(w->value, g->to - g->from);
	if (source->connected)
		target->offset = source->offset + d;
	else
		source->offset = target->offset - d;
	source->connected = target->connected = true;
	return true;
}

/* First offsets, by medians, of all ranks that pairs lead to. */
static void
connect_ranks(struct fit_work *w)
{
	bool more = true;

	w->f->rank[w->f->reference].connected = true;
	while (more) {
		more = false;
		for (size_t i = 0; i < w->groups; i++)
			more = connect_pair(w, &w->group[i]) || more;
	}
}

static bool
is_usable(const struct fit *f, const struct fit_group *g)
{
	return g->used && f->rank[f->pair[g->from].source].connected;
}

static void
find_residuals(struct fit_work *w)
{
	struct fit *f = w->f;

	for (size_t i = 0; i < f->pairs; i++) {
		struct fit_pair *p = &f->pair[i];

		p->residual = difference(p) -
		    fit_error(&f->rank[p->target], p->target_end) +
		    fit_error(&f->rank[p->source], p->source_end);
	}
}

static double
deviation(const struct fit_work *w, const struct fit_group *g)
{
	for (size_t i = g->from; i < g->to; i++)
		w->value[i - g->from] = fabs(w->f->pair[i].residual);
	return fit_median(w->value, g->to - g->from);
}

/* The median deviation of any two ranks: all ranks of a job are alike. */
static double
find_deviations(struct fit_work *w)
{
	size_t n = 0;

	for (size_t i = 0; i < w->groups; i++)
		w->group[i].deviation = deviation(w, &w->group[i]);
	for (size_t i = 0; i < w->groups; i++)
		if (is_usable(w->f, &w->group[i]))
			w->value[n++] = w->group[i].deviation;
	return n ? fit_median(w->value, n) : 0;
}

/* Which pairs fit, by the deviation of their two ranks, or of any. */
static void
trim(struct fit_work *w)
{
	struct fit *f = w->f;
	double common = find_deviations(w);

	for (size_t i = 0; i < w->groups; i++) {
		const struct fit_group *g = &w->group[i];
		double bound =
		    FIT_TRIM * fmax(g->deviation, common) + FIT_NOISE;

		for (size_t k = g->from; k < g->to; k++)
			f->pair[k].used = is_usable(f, g) &&
			    fabs(f->pair[k].residual) <= bound;
	}
}

static bool
wants_rate(const struct fit *f, const struct fit_rank *r)
{
	if (f->rates != FIT_RATE_AUTO)
		return f->rates == FIT_RATE_YES;
	return r->n >= RATE_LEAST && (double)(r->last - r->first) >= SECOND;
}

/* Gives each unknown its column. */
static void
number_unknowns(struct fit_work *w)
{
	struct fit *f = w->f;

	w->unknowns = 0;
	for (uint32_t i = 0; i < f->ranks; i++) {
		struct fit_rank *r = &f->rank[i];

		if (i == f->reference || !r->connected)
			continue;
		r->column = w->unknowns;
		w->unknowns += r->rated ? 2 : 1;
	}
}

/* A pair's coefficients: at most four are not zero. */
struct equation {
	size_t n, column[4];
	double coefficient[4];
};

static void
add_side(const struct fit *f, struct equation *e, uint32_t rank, int64_t t,
    double sign)
{
	const struct fit_rank *r = &f->rank[rank];

	if (rank == f->reference)
		return;
	e->column[e->n] = r->column;
	e->coefficient[e->n++] = sign;
	if (!r->rated)
		return;
	e->column[e->n] = r->column + 1;
	e->coefficient[e->n++] = sign * fit_seconds(r, t);
}

static void
add_equation(struct fit_work *w, const struct fit_pair *p)
{
	struct equation e = {0};

	add_side(w->f, &e, p->target, p->target_end, 1);
	add_side(w->f, &e, p->source, p->source_end, -1);
	for (size_t i = 0; i < e.n; i++) {
		w->b[e.column[i]] += e.coefficient[i] * p->residual;
		for (size_t k = 0; k < e.n; k++)
			w->a[e.column[i] * w->unknowns + e.column[k]] +=
			    e.coefficient[i] * e.coefficient[k];
	}
}

/* Improves all clocks by what the residuals of the pairs in use say. */
static int
improve(struct fit_work *w)
{
	struct fit *f = w->f;

	number_unknowns(w);
	for (size_t i = 0; i < w->unknowns * w->unknowns; i++)
		w->a[i] = 0;
	for (size_t i = 0; i < w->unknowns; i++)
		w->b[i] = 0;
	for (size_t i = 0; i < f->pairs; i++)
		if (f->pair[i].used)
			add_equation(w, &f->pair[i]);
	if (fit_solve(w->a, w->b, w->unknowns))
		return -1;
	for (uint32_t i = 0; i < f->ranks; i++) {
		struct fit_rank *r = &f->rank[i];

		if (i == f->reference || !r->connected)
			continue;
		r->offset += w->b[r->column];
		r->rate += r->rated ? w->b[r->column + 1] : 0;
	}
	return 0;
}

/* Five rounds; a system without a solution leaves the clocks as they are. */
static void
fit_rounds(struct fit_work *w)
{
	for (int i = 0; i < ROUNDS; i++) {
		find_residuals(w);
		trim(w);
		if (improve(w))
			break;
	}
	find_residuals(w);
	trim(w);
}

/*
 * The standard error of a rank's rate, as if the other clocks were exact: the
 * deviation of the residuals over the spread of the times.
 */
static double
rate_error(const struct fit *f, uint32_t rank)
{
	double squares = 0, spread = 0;
	int64_t n = 0;

	for (size_t i = 0; i < f->pairs; i++) {
		const struct fit_pair *p = &f->pair[i];
		bool target = p->target == rank;
		double x = fit_seconds(
		    &f->rank[rank], target ? p->target_end : p->source_end);

		if (!p->used || (!target && p->source != rank))
			continue;
		squares += p->residual * p->residual;
		spread += x * x;
		n++;
	}
	return n > 2 && spread > 0 ? sqrt(squares / (double)(n - 2) / spread)
				   : INFINITY;
}

/* Takes back rates that are no more than chance; returns whether any was. */
static bool
drop_rates(struct fit *f)
{
	bool dropped = false;

	for (uint32_t i = 0; i < f->ranks; i++) {
		struct fit_rank *r = &f->rank[i];

		if (!r->rated || f->rates == FIT_RATE_YES ||
		    fabs(r->rate) > RATE_ERRORS * rate_error(f, i))
			continue;
		r->rated = false;
		r->rate = 0;
		dropped = true;
	}
	return dropped;
}

static void
fit_all(struct fit_work *w)
{
	struct fit *f = w->f;

	connect_ranks(w);
	for (uint32_t i = 0; i < f->ranks; i++)
		f->rank[i].rated = i != f->reference && f->rank[i].connected &&
		    wants_rate(f, &f->rank[i]);
	fit_rounds(w);
	while (drop_rates(f))
		fit_rounds(w);
	if (f->causal) {
		f->contradicts = !fit_causal_move(f);
		find_residuals(w);
	}
	fit_judge(w);
}

void
fit_ranks(struct fit *f)
{
	struct fit_work w = {.f = f};
	size_t most = 2 * (size_t)f->ranks;

	w.value = xcalloc(f->pairs + 1, sizeof *w.value);
	w.a = xcalloc(most * most + 1, sizeof *w.a);
	w.b = xcalloc(most + 1, sizeof *w.b);
	find_groups(&w);
	find_spans(f);
	fit_all(&w);
	free(w.value);
	free(w.a);
	free(w.b);
	free(w.group);
}
