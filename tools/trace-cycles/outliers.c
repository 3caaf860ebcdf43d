#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/meaning/spread.h"
#include "tools/trace-cycles/measure.h"
#include "tools/trace-cycles/outliers.h"
#include "tools/trace-cycles/positions.h"

#define MISSING ((int64_t)-1)

/* The repeats of a cycle and their times. */
struct repeats {
	struct view view;
	struct visit *visit;
	int64_t *period, *wall; /* MISSING: not followed at once */
	size_t n;
	struct spread of_period, of_wall;
	int64_t *scratch;
};

/* For each repeat and position, the times of the kernel and of its gap. */
struct cells {
	int64_t *kernel, *gap;
	uint32_t *place;                     /* of the kernel in the stream */
	int64_t *kernel_median, *gap_median; /* by position */
	size_t length;
};

/* The spread of what is not missing. */
static int
find_spread(const int64_t *time, size_t n, int64_t *scratch, struct spread *out)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (time[i] != MISSING)
			scratch[k++] = time[i];
	return spread_of(scratch, k, out) ? -2 : 0;
}

static bool
is_outlier(int64_t time, const struct spread *s)
{
	return time != MISSING && spread_is_outlier(s, time);
}

static void
repeats_free(struct repeats *r)
{
	free(r->visit);
	free(r->period);
	free(r->wall);
	free(r->scratch);
}

/* Those that count; what is cut off takes another time for another reason. */
static int
list_repeats(struct repeats *r)
{
	struct repeat_iterator w = repeats_begin(
	    &r->view.sequence->cycles, r->view.found->cycle, false);
	size_t n = repeats_count(&w);
	struct visit next;

	r->visit = calloc(n + 1, sizeof *r->visit);
	r->period = calloc(n + 1, sizeof *r->period);
	r->wall = calloc(n + 1, sizeof *r->wall);
	r->scratch = calloc(n + 1, sizeof *r->scratch);
	if (!r->visit || !r->period || !r->wall || !r->scratch)
		return -1;
	for (; repeats_next(&w, &r->visit[r->n]); r->n++) {
		const struct visit *o = &r->visit[r->n];

		r->wall[r->n] =
		    measure_stretch(r->view.report, r->view.sequence, o->at)
			.wall;
		r->period[r->n] = repeats_peek(&w, &next)
		    ? measure_period(&r->view, o, &next)
		    : MISSING;
	}
	if (find_spread(r->period, r->n, r->scratch, &r->of_period) ||
	    find_spread(r->wall, r->n, r->scratch, &r->of_wall))
		return -2;
	return 0;
}

/* Whether a repeat is an outlier, and by which of its times. */
static bool
judge(const struct repeats *r, size_t i, struct outlier *out)
{
	bool follows =
	    r->period[i] != MISSING && r->of_period.n >= SPREAD_LEAST;
	const struct spread *s = follows ? &r->of_period : &r->of_wall;
	int64_t time = follows ? r->period[i] : r->wall[i];
	const struct visit *o = &r->visit[i];

	*out = (struct outlier){.cycle = r->view.number - 1,
	    .rep = o->which.rep,
	    .start =
		view_kernel(r->view.report, r->view.sequence, o->at.start)->ts,
	    .time = time,
	    .median = s->median,
	    .mad = s->mad};
	return is_outlier(time, s);
}

static void
cells_free(struct cells *c)
{
	free(c->kernel);
	free(c->gap);
	free(c->place);
	free(c->kernel_median);
	free(c->gap_median);
}

static int
cells_make(struct cells *c, size_t length, size_t repeats)
{
	size_t n = length * repeats;

	*c = (struct cells){.length = length};
	if (repeats > SIZE_MAX / sizeof *c->kernel / length)
		return -1;
	c->kernel = malloc(n * sizeof *c->kernel);
	c->gap = malloc(n * sizeof *c->gap);
	c->place = calloc(n, sizeof *c->place);
	c->kernel_median = calloc(length, sizeof *c->kernel_median);
	c->gap_median = calloc(length, sizeof *c->gap_median);
	if (!c->kernel || !c->gap || !c->place || !c->kernel_median ||
	    !c->gap_median)
		return -1;
	for (size_t i = 0; i < n; i++)
		c->kernel[i] = c->gap[i] = MISSING;
	return 0;
}

/* How long nothing runs after a kernel, until the next one of the stream. */
static int64_t
gap_behind(const struct view *v, uint32_t place, int64_t until)
{
	int64_t next;

	if (place + 1 >= v->sequence->n)
		return MISSING;
	next = view_kernel(v->report, v->sequence, place + 1)->ts;
	return next > until ? next - until : 0;
}

/* Several kernels at a position, as of more layers than usual, add up. */
static void
add_to(int64_t *cell, int64_t time)
{
	if (time != MISSING)
		*cell = *cell == MISSING ? time : *cell + time;
}

/*
 * Adds repeat i to the cells. What is after its last kernel belongs to it only
 * if the next one follows at once. Kernels that the others have not go to
 * `extra`, the longest one.
 */
static int
fill_cells(struct cells *c, const struct repeats *r, size_t i,
    struct positions *p, struct excess *extra)
{
	const struct visit *o = &r->visit[i];
	int64_t until = INT64_MIN;

	*extra = (struct excess){.time = MISSING};
	if (positions_find(
		p, &r->view.sequence->cycles, r->view.found->cycle, *o))
		return -1;
	for (uint32_t k = 0; k < p->n; k++) {
		uint32_t place = o->at.start + k;
		const struct event *e =
		    view_kernel(r->view.report, r->view.sequence, place);
		uint32_t position = p->of[k] & ~POSITION_INSERTED;
		size_t cell = i * c->length + position;
		bool last = k + 1 == p->n;

		until = e->ts + e->dur > until ? e->ts + e->dur : until;
		if (!last || r->period[i] != MISSING)
			add_to(
			    &c->gap[cell], gap_behind(&r->view, place, until));
		if (!(p->of[k] & POSITION_INSERTED)) {
			c->place[cell] = place;
			add_to(&c->kernel[cell], e->dur);
		} else if (e->dur > extra->time) {
			*extra = (struct excess){place, position, e->dur, 0};
		}
	}
	return 0;
}

/* What the cells of each position are in most repeats. */
static int
find_medians(const struct repeats *r, const struct cells *c,
    const int64_t *time, int64_t *median)
{
	for (size_t position = 0; position < c->length; position++) {
		struct stats s;
		size_t n = 0;

		for (size_t i = 0; i < r->n; i++)
			if (time[i * c->length + position] != MISSING)
				r->scratch[n++] =
				    time[i * c->length + position];
		if (stats_of(r->scratch, n, &s))
			return -2;
		median[position] = s.median;
	}
	return 0;
}

/* Takes the greater excess of both. */
static void
keep_greater(struct excess *most, bool *has, struct excess e)
{
	int64_t over = e.time - e.median;

	if (e.time != MISSING && over > 0 &&
	    (!*has || over > most->time - most->median)) {
		*most = e;
		*has = true;
	}
}

static void
explain_one(
    const struct cells *c, const struct excess *extra, struct outlier *o)
{
	size_t first = (o->rep - 1) * c->length;

	keep_greater(&o->kernel, &o->has_kernel, extra[o->rep - 1]);
	for (uint32_t k = 0; k < c->length; k++) {
		uint32_t place = c->place[first + k];

		keep_greater(&o->kernel, &o->has_kernel,
		    (struct excess){
			place, k, c->kernel[first + k], c->kernel_median[k]});
		keep_greater(&o->gap, &o->has_gap,
		    (struct excess){
			place, k, c->gap[first + k], c->gap_median[k]});
	}
}

/* Finds what makes outliers [first, end) of a cycle longer than the others. */
static int
explain(const struct repeats *r, struct outlier *list, size_t first, size_t end)
{
	struct positions p = {0};
	struct excess *extra = calloc(r->n, sizeof *extra);
	struct cells c;
	int rc = cells_make(&c, r->view.cycle->length, r->n);

	if (!extra)
		rc = -1;
	for (size_t i = 0; i < r->n && !rc; i++)
		rc = fill_cells(&c, r, i, &p, &extra[i]);
	if (!rc)
		rc = find_medians(r, &c, c.kernel, c.kernel_median);
	if (!rc)
		rc = find_medians(r, &c, c.gap, c.gap_median);
	for (size_t i = first; i < end && !rc; i++)
		explain_one(&c, extra, &list[i]);
	positions_free(&p);
	cells_free(&c);
	free(extra);
	return rc;
}

/* Puts the outliers of a cycle after the others. */
static int
add_cycle(const struct report *report, size_t number, struct outlier **list,
    size_t *n, size_t *cap)
{
	struct repeats r = {.view = view_cycle(report, number)};
	size_t first = *n;
	struct outlier o;
	int rc = list_repeats(&r);

	for (size_t i = 0; i < r.n && !rc; i++)
		if (judge(&r, i, &o))
			rc = ARRAY_PUSH(*list, *n, cap, o);
	if (!rc && *n > first)
		rc = explain(&r, *list, first, *n);
	repeats_free(&r);
	return rc;
}

static int
compare_outliers(const void *a, const void *b)
{
	const struct outlier *x = a, *y = b;
	int64_t over_x = x->time - x->median, over_y = y->time - y->median;

	if (over_x != over_y)
		return over_x > over_y ? -1 : 1;
	if (x->cycle != y->cycle)
		return x->cycle < y->cycle ? -1 : 1;
	return (x->rep > y->rep) - (x->rep < y->rep);
}

int
outliers_find(const struct report *r, struct outlier **list, size_t *n)
{
	size_t cap = 0;
	int rc = 0;

	*list = NULL;
	*n = 0;
	for (size_t i = 0; i < r->chosen.n && !rc; i++)
		rc = add_cycle(r, i, list, n, &cap);
	if (rc) {
		free(*list);
		*list = NULL;
		*n = 0;
	} else if (*n) {
		qsort(*list, *n, sizeof **list, compare_outliers);
	}
	return rc;
}
