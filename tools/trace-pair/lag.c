#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/times/stats.h"
#include "tools/trace-pair/lag.h"

struct sequences {
	const struct lag_pair *p;
	int64_t from, to; /* of the first one: what is looked at */
	int64_t *change;  /* room for as many as the first one has */
};

/* How many events the shorter sequence has, of what is looked at. */
static int64_t
shorter(const struct sequences *s)
{
	int64_t nb = (int64_t)s->p->nb, n = s->to - s->from;

	return n < nb ? n : nb;
}

/*
 * The spread at a lag, or -1 when too few events agree: nine of ten of those
 * that both have, and these must be half of the shorter sequence.
 */
static int64_t
spread_at(const struct sequences *s, int64_t lag)
{
	int64_t nb = (int64_t)s->p->nb, before = 0;
	int64_t from = s->from < -lag ? -lag : s->from;
	int64_t to = nb - lag < s->to ? nb - lag : s->to, both = to - from;
	size_t pairs = 0;

	for (int64_t i = from; i < to; i++) {
		const struct lag_event *a = &s->p->a[i], *b = &s->p->b[i + lag];
		int64_t d = b->end - a->end;

		if (a->key != b->key)
			continue;
		if (pairs)
			s->change[pairs - 1] = llabs(d - before);
		before = d;
		pairs++;
	}
	if (pairs < LAG_LEAST || (int64_t)pairs * 10 < both * 9 ||
	    both * 2 < shorter(s))
		return -1;
	return stats_nth(s->change, pairs - 1, (pairs - 2) / 2);
}

static enum lag_result
search(const struct sequences *s, int64_t most, int64_t *lag)
{
	int64_t best = -1, second = -1;

	for (int64_t l = -most; l <= most; l++) {
		int64_t spread = spread_at(s, l);

		if (spread < 0)
			continue;
		if (best < 0 || spread < best) {
			second = best;
			best = spread;
			*lag = l;
		} else if (second < 0 || spread < second) {
			second = spread;
		}
	}
	if (best < 0)
		return LAG_DIFFERENT;
	if (second >= 0 && second < LAG_FACTOR * best + LAG_NOISE)
		return LAG_AMBIGUOUS;
	return LAG_FOUND;
}

/* Lags beyond both sequences pair nothing. */
static int64_t
limit(const struct lag_pair *p, int64_t most)
{
	int64_t n = (int64_t)(p->na + p->nb);

	return most < n ? most : n;
}

enum lag_result
lag_find(const struct lag_pair *p, int64_t most, int64_t *lag)
{
	struct sequences s = {p, 0, (int64_t)p->na, NULL};
	enum lag_result result;

	s.change = xcalloc(p->na + 1, sizeof *s.change);
	result = search(&s, limit(p, most), lag);
	free(s.change);
	return result;
}

/* Keeps the stretches whose lag no other one comes near; how many. */
static size_t
keep_sure(struct sequences *s, int64_t most, struct lag_stretch *g, size_t n)
{
	size_t kept = 0;
	int64_t lag = 0;

	for (size_t i = 0; i < n; i++) {
		s->from = (int64_t)g[i].from;
		s->to = (int64_t)g[i].to;
		if (search(s, most, &lag) == LAG_FOUND && lag == g[i].lag)
			g[kept++] = g[i];
	}
	return kept;
}

static int64_t
events_in(const struct lag_stretch *g, size_t n)
{
	int64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (int64_t)(g[i].to - g[i].from);
	return sum;
}

enum lag_result
lag_find_stretches(const struct lag_pair *p, int64_t most,
    struct lag_stretch **stretch, size_t *n)
{
	struct sequences s = {p, 0, (int64_t)p->na, NULL};
	int64_t whole = shorter(&s);
	size_t found = lag_path_find(p, limit(p, most), stretch);

	*n = 0;
	if (found < 2)
		return LAG_DIFFERENT;
	s.change = xcalloc(p->na + 1, sizeof *s.change);
	*n = keep_sure(&s, limit(p, most), *stretch, found);
	free(s.change);
	return *n && events_in(*stretch, *n) * 2 >= whole ? LAG_FOUND
							  : LAG_DIFFERENT;
}

enum lag_result
lag_find_all(const struct lag_pair *p, int64_t most, struct lag_stretch **list,
    size_t *n, bool *lost)
{
	enum lag_result result = lag_find_stretches(p, most, list, n);
	int64_t lag = 0;

	*lost = result == LAG_FOUND;
	if (result != LAG_DIFFERENT)
		return result;
	result = lag_find(p, most, &lag);
	free(*list);
	*list = NULL;
	if (result != LAG_FOUND)
		return result;
	*list = xmalloc(sizeof **list);
	**list = (struct lag_stretch){0, p->na, lag};
	*n = 1;
	return LAG_FOUND;
}
