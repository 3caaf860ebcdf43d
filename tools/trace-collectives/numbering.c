#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-collectives/match.h"
#include "tools/trace-collectives/numbering.h"

/* An event with all that it is sorted by. */
struct sorted {
	struct event e;
	uint32_t order; /* of the rank */
	int64_t in_nelems, out_nelems;
};

#define BY(member)                  \
	if (x->member != y->member) \
	return x->member < y->member ? -1 : 1

static int
compare_times(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	BY(e.group);
	BY(order);
	BY(e.start);
	BY(e.duration);
	BY(in_nelems);
	BY(out_nelems);
	BY(e.place);
	return 0;
}

static int
compare_indices(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	BY(e.group);
	if ((x->e.index == NO_INDEX) != (y->e.index == NO_INDEX))
		return x->e.index == NO_INDEX ? 1 : -1;
	BY(e.index);
	return compare_times(a, b);
}

static int
sort_events(struct job *j, int (*compare)(const void *, const void *))
{
	struct sorted *s = calloc(j->events + 1, sizeof *s);

	if (!s)
		return -1;
	for (size_t i = 0; i < j->events; i++) {
		const struct shape *shape = shape_of(j, &j->event[i]);

		s[i] = (struct sorted){j->event[i], j->order[j->event[i].rank],
		    shape->in_nelems, shape->out_nelems};
	}
	qsort(s, j->events, sizeof *s, compare);
	for (size_t i = 0; i < j->events; i++)
		j->event[i] = s[i].e;
	free(s);
	return 0;
}

/* The events of one rank in one group, of which some count. */
struct run {
	struct event *event;
	size_t n;
	struct sequence counted;
};

/* One group while it is numbered; the arrays are as long as it has events. */
struct numbering {
	struct job *job;
	struct group *group;
	struct event *event;
	size_t n;
	struct run *run; /* by rank */
	size_t runs;
	uint32_t *sign;
	int64_t *end;
	bool transfers; /* they count */
};

static bool
counts(const struct numbering *x, const struct event *e)
{
	return x->transfers || shape_of(x->job, e)->kind != KIND_TRANSFER;
}

/* Divides the events by rank, and lists what counts in the sequence of each. */
static void
list_runs(struct numbering *x)
{
	size_t used = 0;

	x->runs = 0;
	for (size_t i = 0; i < x->n; i++) {
		struct event *e = &x->event[i];
		struct run *r;

		if (i == 0 || e->rank != e[-1].rank)
			x->run[x->runs++] = (struct run){
			    e, 0, {x->sign + used, x->end + used, 0}};
		r = &x->run[x->runs - 1];
		r->n++;
		if (!counts(x, e))
			continue;
		x->sign[used] = shape_of(x->job, e)->sign;
		x->end[used++] = e->start + e->duration;
		r->counted.n++;
	}
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
	const struct sequence *a = &x->run[0].counted;

	for (size_t i = 1; i < x->runs; i++) {
		const struct sequence *b = &x->run[i].counted;

		if (b->n != a->n)
			return false;
		for (size_t k = 0; k < a->n; k++)
			if (a->sign[k] != b->sign[k])
				return false;
	}
	return true;
}

static const struct sequence *
longest(const struct numbering *x)
{
	const struct sequence *most = &x->run[0].counted;

	for (size_t i = 1; i < x->runs; i++)
		if (x->run[i].counted.n > most->n)
			most = &x->run[i].counted;
	return most;
}

/* Numbers the events of a rank that count, the first one `from`. */
static void
number_run(const struct numbering *x, struct run *r, int64_t from, bool shifted)
{
	for (size_t i = 0; i < r->n; i++) {
		struct event *e = &r->event[i];

		e->index = NO_INDEX;
		e->shifted = shifted;
		if (counts(x, e))
			e->index = from++;
	}
}

static int
number_by_match(struct numbering *x)
{
	const struct sequence *most = longest(x);
	struct match *match = calloc(x->runs, sizeof *match);
	int64_t least = 0;

	if (!match)
		return -1;
	for (size_t i = 0; i < x->runs; i++) {
		match[i] = match_find(most, &x->run[i].counted);
		if (match[i].shift < least)
			least = match[i].shift;
		x->group->shifted += match[i].shift != 0;
		x->group->disagreeing += match[i].disagree != 0;
		x->group->ambiguous += !match[i].unambiguous;
	}
	for (size_t i = 0; i < x->runs; i++)
		number_run(
		    x, &x->run[i], match[i].shift - least, match[i].shift != 0);
	free(match);
	return 0;
}

static int
number_group(struct numbering *x, enum job_match match)
{
	x->transfers = true;
	list_runs(x);
	if (match == MATCH_SEQUENCE && !is_same(x) && have_transfers(x)) {
		x->transfers = false;
		list_runs(x);
	}
	x->group->ranks_present = x->runs;
	if (match == MATCH_SEQUENCE && !is_same(x))
		return number_by_match(x);
	for (size_t i = 0; i < x->runs; i++)
		number_run(x, &x->run[i], 0, false);
	return 0;
}

static int
number_groups(struct job *j, enum job_match match)
{
	struct numbering x = {.job = j};
	size_t longest_group = j->events + 1;
	int failed = 0;

	x.run = calloc(longest_group, sizeof *x.run);
	x.sign = calloc(longest_group, sizeof *x.sign);
	x.end = calloc(longest_group, sizeof *x.end);
	failed = !x.run || !x.sign || !x.end;
	for (size_t i = 0; !failed && i < j->events; i += x.n) {
		x.event = &j->event[i];
		x.group = &j->group[x.event->group];
		x.n = 0;
		while (i + x.n < j->events &&
		    j->event[i + x.n].group == x.event->group)
			x.n++;
		failed = number_group(&x, match);
	}
	free(x.run);
	free(x.sign);
	free(x.end);
	return failed ? -1 : 0;
}

static int
list_collectives(struct job *j)
{
	size_t cap = 0;

	for (size_t i = 0; i < j->events; i++) {
		const struct event *e = &j->event[i];

		if (e->index == NO_INDEX)
			continue;
		j->group[e->group].events++;
		if (i && e[-1].group == e->group && e[-1].index == e->index)
			j->collective[j->collectives - 1].n++;
		else if (ARRAY_PUSH(j->collective, j->collectives, &cap,
			     (struct collective){e->group, e->index, i, 1}))
			return -1;
	}
	return 0;
}

int
numbering_make(struct job *j, enum job_match match)
{
	return sort_events(j, compare_times) || number_groups(j, match) ||
		sort_events(j, compare_indices) || list_collectives(j)
	    ? -1
	    : 0;
}
