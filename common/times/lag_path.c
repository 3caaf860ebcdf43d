#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/sequence/numbers.h"
#include "common/times/lag_path.h"
#include "common/times/stats.h"

/*
 * Costs, in parts of what a pair costs whose ends do not fit. An event beyond
 * the other sequence's ends costs less than such a pair, else the path would
 * prefer wrong pairs at the ends. One event that is late costs two misfits, and
 * so less than to change the lag and to change it back.
 */
enum {
	MISFIT = 1024,
	OUTSIDE = MISFIT / 2,
	OTHER_KEY = 2 * MISFIT,
	CHANGE = 3 * MISFIT
};

/*
 * The change that is a whole misfit: TOLERANCE_FACTOR times the lower quartile
 * of the changes at the lag where that is smallest, and the resolution of old
 * traces. The quartile does not mind if most events are after a loss.
 */
enum { TOLERANCE_FACTOR = 8, TOLERANCE_LEAST_NS = 1000, SAMPLES = 1024 };

enum { AROUND = 16 }; /* lags to try on either side of the best one */

struct candidate {
	int64_t lag;
	size_t agree;
};

/* The cheapest path that ends with this lag. */
struct state {
	int64_t cost;
	int64_t difference; /* of the last pair's ends */
	size_t next;        /* of the second sequence: after the last pair */
	bool any;           /* there is a pair */
};

struct search {
	const struct lag_pair *p;
	struct candidate lag[LAG_PATH_LAGS];
	size_t lags;
	int64_t tolerance;
	struct state now[LAG_PATH_LAGS], before[LAG_PATH_LAGS];
	unsigned char *from; /* the lag before, of each event and lag */
};

/* The first event of the first sequence with a partner at a lag. */
static size_t
first_of(int64_t lag)
{
	return lag < 0 ? (size_t)-lag : 0;
}

/* After the last one. */
static size_t
end_of(const struct lag_pair *p, int64_t lag)
{
	int64_t end = (int64_t)p->nb - lag;

	if (end < 0)
		return 0;
	return (size_t)end < p->na ? (size_t)end : p->na;
}

static bool
agree(const struct lag_pair *p, size_t i, int64_t lag)
{
	return p->a[i].key == p->b[(int64_t)i + lag].key;
}

/* Any offset: differences of ends may not fit, and wrap then. */
static int64_t
difference(const struct lag_pair *p, size_t i, int64_t lag)
{
	return (int64_t)((uint64_t)p->b[(int64_t)i + lag].end -
	    (uint64_t)p->a[i].end);
}

/* Keeps the lags with most agreement; of equal ones those that come first. */
static void
add_candidate(struct search *s, struct candidate c, size_t room)
{
	size_t i = s->lags;

	if (c.agree == 0)
		return;
	if (s->lags < room)
		s->lags++;
	else if (s->lag[--i].agree >= c.agree)
		return;
	for (; i > 0 && s->lag[i - 1].agree < c.agree; i--)
		s->lag[i] = s->lag[i - 1];
	s->lag[i] = c;
}

/* How many keys agree; from the second one on also whether the ends fit. */
static size_t
count_agreeing(const struct search *s, int64_t lag)
{
	size_t n = 0, end = end_of(s->p, lag);
	int64_t before = 0;
	bool any = false;

	for (size_t i = first_of(lag); i < end; i++) {
		int64_t d;

		if (!agree(s->p, i, lag)) {
			any = false;
			continue;
		}
		d = difference(s->p, i, lag);
		n += !any || numbers_distance(d, before) < s->tolerance;
		before = d;
		any = true;
	}
	return n;
}

/* From 0 on, so that of equal ones the nearer come first. */
static void
choose_best(struct search *s, int64_t most, size_t room)
{
	s->lags = 0;
	add_candidate(s, (struct candidate){0, count_agreeing(s, 0)}, room);
	for (int64_t k = 1; k <= most; k++)
		for (int sign = 1; sign >= -1; sign -= 2) {
			int64_t lag = sign * k;

			add_candidate(s,
			    (struct candidate){lag, count_agreeing(s, lag)},
			    room);
		}
}

/* The lower quartile of the changes at a lag; INT64_MAX if there are none. */
static int64_t
quartile(const struct search *s, int64_t lag)
{
	int64_t change[SAMPLES], before = 0;
	size_t n = 0, end = end_of(s->p, lag), first = first_of(lag);
	size_t step = end > first ? (end - first) / SAMPLES + 1 : 1;

	for (size_t i = first; i + 1 < end; i += step) {
		if (!agree(s->p, i, lag) || !agree(s->p, i + 1, lag))
			continue;
		before = difference(s->p, i, lag);
		change[n++] =
		    numbers_distance(difference(s->p, i + 1, lag), before);
	}
	if (n == 0)
		return INT64_MAX;
	return stats_nth(change, n, (n - 1) / 4);
}

static void
choose_tolerance(struct search *s)
{
	int64_t least = INT64_MAX;

	for (size_t i = 0; i < s->lags; i++) {
		int64_t q = quartile(s, s->lag[i].lag);

		least = q < least ? q : least;
	}
	if (__builtin_mul_overflow(least, TOLERANCE_FACTOR, &s->tolerance) ||
	    __builtin_add_overflow(
		s->tolerance, TOLERANCE_LEAST_NS, &s->tolerance))
		s->tolerance = INT64_MAX;
}

static bool
has_lag(const struct search *s, int64_t lag)
{
	for (size_t i = 0; i < s->lags; i++)
		if (s->lag[i].lag == lag)
			return true;
	return false;
}

/*
 * Chooses the lags to try: those of most agreement in keys tell the tolerance;
 * those of most agreement in ends, too, are tried, and those around the best
 * one, for little is lost at a time.
 */
static void
choose_lags(struct search *s, int64_t most)
{
	int64_t best;

	s->tolerance = INT64_MAX;
	choose_best(s, most, LAG_PATH_LAGS);
	if (s->lags == 0)
		return;
	choose_tolerance(s);
	choose_best(s, most, LAG_PATH_LAGS - 2 * AROUND);
	best = s->lag[0].lag;
	for (int64_t lag = best - AROUND; lag <= best + AROUND; lag++)
		if (lag >= -most && lag <= most && !has_lag(s, lag))
			s->lag[s->lags++] = (struct candidate){lag, 0};
}

/* Goes on with event i at a lag; cost and what is before are those so far. */
static void
extend(const struct search *s, struct state *t, size_t i, int64_t lag)
{
	int64_t d, change;

	if (i < first_of(lag) || i >= end_of(s->p, lag)) {
		t->cost += OUTSIDE;
		return;
	}
	if ((size_t)((int64_t)i + lag) < t->next) {
		t->cost += MISFIT; /* the second sequence lost it */
		return;
	}
	t->next = (size_t)((int64_t)i + lag) + 1;
	if (!agree(s->p, i, lag)) {
		t->cost += OTHER_KEY;
		return;
	}
	d = difference(s->p, i, lag);
	change = t->any ? numbers_distance(d, t->difference) : 0;
	t->cost += change >= s->tolerance
	    ? MISFIT
	    : (int64_t)((double)change / (double)s->tolerance * MISFIT);
	t->difference = d;
	t->any = true;
}

/* The cheapest way to have event i at lag k; equal ones keep their lag. */
static void
step(struct search *s, size_t i, size_t k)
{
	struct state best = s->before[k];
	size_t from = k;

	extend(s, &best, i, s->lag[k].lag);
	for (size_t j = 0; j < s->lags; j++) {
		struct state t = s->before[j];

		t.cost += CHANGE;
		if (j == k || t.cost >= best.cost)
			continue;
		extend(s, &t, i, s->lag[k].lag);
		if (t.cost < best.cost) {
			best = t;
			from = j;
		}
	}
	s->now[k] = best;
	s->from[i * LAG_PATH_LAGS + k] = (unsigned char)from;
}

static void
walk(struct search *s)
{
	for (size_t i = 0; i < s->p->na; i++) {
		for (size_t k = 0; k < s->lags; k++)
			step(s, i, k);
		for (size_t k = 0; k < s->lags; k++)
			s->before[k] = s->now[k];
	}
}

/* Goes back over the cheapest path, and leaves its lag with each event. */
static void
trace_back(struct search *s)
{
	size_t best = 0;

	for (size_t k = 1; k < s->lags; k++)
		if (s->before[k].cost < s->before[best].cost)
			best = k;
	for (size_t i = s->p->na; i-- > 0;) {
		size_t from = s->from[i * LAG_PATH_LAGS + best];

		s->from[i * LAG_PATH_LAGS] = (unsigned char)best;
		best = from;
	}
}

/* Is the partner at this lag that of an event of the stretch before? */
static bool
is_taken(const struct lag_stretch *before, size_t i, int64_t lag)
{
	return (int64_t)i + lag < (int64_t)before->to + before->lag;
}

static size_t
list_stretches(const struct search *s, struct lag_stretch **list)
{
	size_t n = 0, cap = 0;

	for (size_t i = 0; i < s->p->na; i++) {
		int64_t lag = s->lag[s->from[i * LAG_PATH_LAGS]].lag;
		struct lag_stretch *last = n ? &(*list)[n - 1] : NULL;

		if (last && last->lag == lag)
			last->to = i + 1;
		else if (last && is_taken(last, i, lag))
			continue;
		else
			ARRAY_PUSH(*list, n, &cap,
			    (struct lag_stretch){i, i + 1, lag});
	}
	return n;
}

size_t
lag_path_find(const struct lag_pair *p, int64_t most, struct lag_stretch **list)
{
	struct search s = {.p = p};
	size_t n;

	*list = NULL;
	if (most > (int64_t)(p->na + p->nb))
		most = (int64_t)(p->na + p->nb);
	choose_lags(&s, most);
	if (s.lags == 0)
		return 0;
	s.from = xmalloc(p->na * LAG_PATH_LAGS);
	walk(&s);
	trace_back(&s);
	n = list_stretches(&s, list);
	free(s.from);
	return n;
}
