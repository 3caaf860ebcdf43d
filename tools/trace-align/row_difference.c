#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/row_difference.h"

bool
row_difference_has_runs(const struct report *r)
{
	return r->a->nruns > 1 && r->b->nruns > 1;
}

/* The medians of a row in the runs that have it; how many. */
static size_t
find_medians(const struct side *s, const struct row *r, double *values)
{
	size_t i = (size_t)(r - s->rows), n = 0;

	for (size_t k = 0; k < s->nruns; k++)
		if (s->timings[i * s->nruns + k].median >= 0)
			values[n++] = s->timings[i * s->nruns + k].median;
	return n;
}

/* A time in us; NAN: not known. */
static double
us(int64_t ns)
{
	return ns < 0 ? NAN : (double)ns / 1000;
}

struct sum_error
row_difference_error(const struct side *s, const struct row *r)
{
	double each = (double)r->sum / (double)s->reps;

	if (r->count != s->reps)
		return sum_error_of_sample(each,
		    sample_of_repeats(s->reps, r->count, r->sum, r->deviation));
	return sum_error_scaled(
	    sum_error_of(true, each / 1000,
		(double[SUM_ERRORS]){[SUM_ERROR_COUNT] = (double)r->count,
		    [SUM_ERROR_DEVIATION] = us(r->deviation),
		    [SUM_ERROR_LAG] = NAN,
		    [SUM_ERROR_MIN] = us(r->least),
		    [SUM_ERROR_MAX] = us(r->most)}),
	    1000);
}

/* Of the repeats of one run, or of all runs as one. */
static struct estimate
estimate_repeats(const struct report *r, const struct pair *p)
{
	return sum_error_estimate((double)p->a->sum / (double)r->a->reps,
	    row_difference_error(r->a, p->a),
	    (double)p->b->sum / (double)r->b->reps,
	    row_difference_error(r->b, p->b));
}

static struct estimate
estimate_pair(const struct report *r, const struct pair *p, double *room)
{
	double *b = room + r->a->nruns;

	if (!pair_has_both(p))
		return (struct estimate){NAN, NAN, NAN, NAN};
	if (!row_difference_has_runs(r))
		return estimate_repeats(r, p);
	return welch(sample_of_runs(room, find_medians(r->a, p->a, room)),
	    sample_of_runs(b, find_medians(r->b, p->b, b)));
}

/* The estimates of all pairs, corrected for how many there are. */
static void
estimate_all(const struct report *r, struct estimate *e, double *room)
{
	const struct comparison *c = r->comparison;

	for (size_t i = 0; i < c->npairs; i++)
		e[i] = estimate_pair(r, &c->pairs[i], room);
	verdict_adjust(e, c->npairs);
}

/* The difference that matters and can be judged, as a logarithm. */
static double
limit_of(const struct report *r, const struct pair *p)
{
	struct threshold t = r->floor;

	t.ns = row_difference_has_runs(r) ? 0 : t.ns;
	return threshold_log(t, (double)p->a->each, (double)p->b->each);
}

void
row_differences_find(struct report *r)
{
	const struct comparison *c = r->comparison;
	struct estimate *e = xcalloc(c->npairs + 1, sizeof *e);
	double *room = xcalloc(r->a->nruns + r->b->nruns, sizeof *room);

	r->differences = xcalloc(c->npairs + 1, sizeof *r->differences);
	estimate_all(r, e, room);
	for (size_t i = 0; i < c->npairs; i++) {
		struct difference *d = &r->differences[i];

		d->estimate = e[i];
		if (pair_has_both(&c->pairs[i]))
			d->verdict =
			    verdict_of(e[i], limit_of(r, &c->pairs[i]));
	}
	free(e);
	free(room);
}

void
row_differences_free(struct report *r)
{
	free(r->differences);
}
