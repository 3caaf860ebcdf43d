#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-collectives/job.h"
#include "tools/trace-collectives/match_ranks.h"

/*
 * Where the events of ranks stand along the sequence of one of them, where
 * some of them lost events.
 */

/* Places of n events that are as many places after the sequence's first. */
static void
places_shift(struct place *p, size_t n, int64_t shift)
{
	for (size_t i = 0; i < n; i++)
		p[i] = (struct place){(int64_t)i + shift, 0};
}

/* Places of n events, by the stretches of the sequence that they are along. */
static void
places_along(
    struct place *p, size_t n, const struct lag_stretch *g, size_t stretches)
{
	const struct lag_stretch *last = g + stretches - 1;

	places_shift(p, n, -g->lag);
	for (size_t i = 0; i < n; i++) {
		int64_t k = (int64_t)i;

		/* in or after the next stretch? */
		while (g < last && k >= (int64_t)g[1].from + g[1].lag)
			g++;
		if (g == last || k < (int64_t)g->to + g->lag || i == 0)
			p[i] = (struct place){k - g->lag, 0};
		else
			p[i] = (struct place){p[i - 1].at, p[i - 1].behind + 1};
	}
}

/*
 * Makes room for the events of any rank that the sequence has not: `at`
 * becomes the number of the place among all of them, from 0.
 */
static void
places_number(struct place *p, size_t n)
{
	int64_t least = 0, most = 0, *before, sum = 0;

	for (size_t i = 0; i < n; i++) {
		least = p[i].at < least ? p[i].at : least;
		most = p[i].at > most ? p[i].at : most;
	}
	before = xcalloc((size_t)(most - least) + 2, sizeof *before);
	for (size_t i = 0; i < n; i++) {
		int64_t *b = &before[p[i].at - least + 1];

		*b = p[i].behind > *b ? p[i].behind : *b;
	}
	for (int64_t i = 0; i <= most - least; i++) {
		sum += before[i];
		before[i] = sum;
	}
	for (size_t i = 0; i < n; i++)
		p[i].at += before[p[i].at - least] + p[i].behind - least;
	free(before);
}

/* An event with all that it is sorted by. */
struct sorted {
	struct event e;
	uint32_t order; /* of the rank */
};

ORDER_BY(compare_times, struct sorted, UP(e.group), UP(order), UP(e.start),
    UP(e.place))

ORDER_BY(compare_indices, struct sorted, UP(e.group),
    (x->e.index == NO_INDEX) - (y->e.index == NO_INDEX), UP(e.index),
    compare_times(x, y))

static void
sort_events(struct job *j, int (*compare)(const void *, const void *))
{
	struct sorted *s = xcalloc(j->events + 1, sizeof *s);

	for (size_t i = 0; i < j->events; i++)
		s[i] = (struct sorted){j->event[i], j->order[j->event[i].rank]};
	qsort(s, j->events, sizeof *s, compare);
	for (size_t i = 0; i < j->events; i++)
		j->event[i] = s[i].e;
	free(s);
}

/* The events of one rank in one group, of which some count. */
struct rank_events {
	struct event *event;
	size_t n;
	struct rank_sequence counted;
	struct place *place; /* of those that count */
	bool shifted;        /* along the others */
};

/* One group while it is numbered; the arrays are as long as it has events. */
struct numbering {
	struct job *job;
	struct group *group;
	struct event *event;
	size_t n;
	struct rank_events *ranks; /* by rank */
	size_t nranks;
	uint32_t *sign;
	int64_t *end;
	struct place *place;
	size_t counted; /* of these three */
	bool transfers; /* they count */
};

static bool
counts(const struct numbering *x, const struct event *e)
{
	return x->transfers || shape_of(x->job, e)->kind != KIND_TRANSFER;
}

/* Divides the events by rank, and lists what counts in the sequence of each. */
static void
rank_list_ranks(struct numbering *x)
{
	size_t used = 0;

	x->nranks = 0;
	for (size_t i = 0; i < x->n; i++) {
		struct event *e = &x->event[i];
		struct rank_events *r;

		if (i == 0 || e->rank != e[-1].rank)
			x->ranks[x->nranks++] = (struct rank_events){e, 0,
			    {x->sign + used, x->end + used, 0}, x->place + used,
			    false};
		r = &x->ranks[x->nranks - 1];
		r->n++;
		if (!counts(x, e))
			continue;
		x->sign[used] = shape_of(x->job, e)->sign;
		x->end[used++] = e->start + e->duration;
		r->counted.n++;
	}
	x->counted = used;
}

static bool
have_transfers(const struct numbering *x)
{
	for (size_t i = 0; i < x->n; i++)
		if (shape_of(x->job, &x->event[i])->kind == KIND_TRANSFER)
			return true;
	return false;
}

/* Have all ranks the same sequence? */
static bool
is_same(const struct numbering *x)
{
	for (size_t i = 1; i < x->nranks; i++)
		if (!match_is_equal(&x->ranks[0].counted, &x->ranks[i].counted))
			return false;
	return true;
}

static const struct rank_sequence *
longest(const struct numbering *x)
{
	const struct rank_sequence *most = &x->ranks[0].counted;

	for (size_t i = 1; i < x->nranks; i++)
		if (x->ranks[i].counted.n > most->n)
			most = &x->ranks[i].counted;
	return most;
}

/* Numbers the events of a rank that count, by places of which `at` is one. */
static void
number_rank(const struct numbering *x, struct rank_events *r)
{
	const struct place *place = r->place;

	for (size_t i = 0; i < r->n; i++) {
		struct event *e = &r->event[i];

		e->index = NO_INDEX;
		e->shifted = r->shifted;
		if (counts(x, e))
			e->index = place++->at;
	}
}

/* Finds where a rank's sequence is along the longest one. */
static void
place_rank(struct numbering *x, struct rank_events *r,
    const struct rank_sequence *most)
{
	struct lag_stretch *stretch = NULL;
	size_t stretches = match_find_lost(most, &r->counted, &stretch);
	struct match m;

	if (stretches) {
		places_along(r->place, r->counted.n, stretch, stretches);
		free(stretch);
		r->shifted = true;
		x->group->losing++;
		return;
	}
	m = match_find(most, &r->counted);
	places_shift(r->place, r->counted.n, m.shift);
	r->shifted = m.shift != 0;
	x->group->shifted += r->shifted;
	x->group->disagreeing += m.disagree != 0;
	x->group->ambiguous += !m.unambiguous;
}

static void
number_by_match(struct numbering *x)
{
	const struct rank_sequence *most = longest(x);

	for (size_t i = 0; i < x->nranks; i++)
		if (&x->ranks[i].counted != most)
			place_rank(x, &x->ranks[i], most);
	places_number(x->place, x->counted);
}

static void
number_group(struct numbering *x, enum job_match match)
{
	bool sequence = match == MATCH_SEQUENCE;

	x->transfers = true;
	rank_list_ranks(x);
	if (sequence && have_transfers(x)) {
		/* those that all ranks have end at any time */
		x->transfers = is_same(x);
		sequence = !x->transfers;
		rank_list_ranks(x);
	}
	x->group->ranks_present = x->nranks;
	for (size_t i = 0; i < x->nranks; i++)
		places_shift(x->ranks[i].place, x->ranks[i].counted.n, 0);
	if (sequence)
		number_by_match(x);
	for (size_t i = 0; i < x->nranks; i++)
		number_rank(x, &x->ranks[i]);
}

static void
number_groups(struct job *j, enum job_match match)
{
	struct numbering x = {.job = j};
	size_t longest_group = j->events + 1;

	x.ranks = xcalloc(longest_group, sizeof *x.ranks);
	x.sign = xcalloc(longest_group, sizeof *x.sign);
	x.end = xcalloc(longest_group, sizeof *x.end);
	x.place = xcalloc(longest_group, sizeof *x.place);
	for (size_t i = 0; i < j->events; i += x.n) {
		x.event = &j->event[i];
		x.group = &j->group[x.event->group];
		x.n = 0;
		while (i + x.n < j->events &&
		    j->event[i + x.n].group == x.event->group)
			x.n++;
		number_group(&x, match);
	}
	free(x.ranks);
	free(x.sign);
	free(x.end);
	free(x.place);
}

static void
list_collectives(struct job *j)
{
	size_t cap = 0;

	for (size_t i = 0; i < j->events; i++) {
		const struct event *e = &j->event[i];

		if (e->index == NO_INDEX)
			continue;
		if (i && e[-1].group == e->group && e[-1].index == e->index)
			j->collective[j->collectives - 1].n++;
		else
			ARRAY_PUSH(j->collective, j->collectives, &cap,
			    (struct collective){e->group, e->index, i, 1});
	}
}

void
numbering_make(struct job *j, enum job_match match)
{
	sort_events(j, compare_times);
	number_groups(j, match);
	sort_events(j, compare_indices);
	list_collectives(j);
}
