#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "common/sequence/numbers.h"
#include "common/times/stats.h"
#include "tools/trace-collectives/match_ranks.h"

/* A shift: places [a, a + n) of the first are places [b, b + n) of the other.
 */
struct overlap {
	size_t a, b, n;
};

/* Pairs that tell how near a shift is: the median of more is the same. */
enum { NEARNESS_PAIRS = 512 };

/* How far apart in time the pairs of a shift end. */
struct nearness {
	int64_t spread; /* the median distance from their median, ns */
	int64_t offset; /* their median, either way */
};

/* The pairs of a stretch at a lag, its own or another one. */
static struct overlap
overlap_of(const struct rank_sequence *b, size_t from, size_t to, int64_t lag)
{
	int64_t low = (int64_t)from, high = (int64_t)to;

	if (low < -lag)
		low = -lag;
	if (high > (int64_t)b->n - lag)
		high = (int64_t)b->n - lag;
	return (struct overlap){(size_t)low, (size_t)(low + lag),
	    high > low ? (size_t)(high - low) : 0};
}

/* Pairs that disagree. */
static size_t
count_disagreeing(const struct rank_sequence *a, const struct rank_sequence *b,
    struct overlap o)
{
	size_t n = 0;

	for (size_t i = 0; i < o.n; i++)
		n += a->sign[o.a + i] != b->sign[o.b + i];
	return n;
}

/* Of an overlap that is not empty; room is for NEARNESS_PAIRS. */
static struct nearness
nearness_of(const struct rank_sequence *a, const struct rank_sequence *b,
    struct overlap o, int64_t *room)
{
	struct nearness near;
	int64_t middle;

	if (o.n > NEARNESS_PAIRS)
		o.n = NEARNESS_PAIRS;
	for (size_t i = 0; i < o.n; i++)
		if (__builtin_sub_overflow(
			b->end[o.b + i], a->end[o.a + i], &room[i]))
			room[i] = INT64_MAX;
	middle = stats_nth(room, o.n, (o.n - 1) / 2);
	for (size_t i = 0; i < o.n; i++)
		room[i] = numbers_distance(room[i], middle);
	near.spread = stats_nth(room, o.n, (o.n - 1) / 2);
	near.offset = numbers_distance(middle, 0);
	return near;
}

/* Do nearly all pairs agree? A few may differ where something is wrong. */
static bool
is_close(struct overlap o, size_t disagree)
{
	return disagree * 10 <= o.n;
}

struct search {
	const struct rank_sequence *a, *b;
	int64_t *room; /* NEARNESS_PAIRS */
	struct match best;
	size_t agree; /* pairs of the best shift */
	struct nearness near;
	bool close; /* nearly all pairs of the best agree */
};

static void
take(struct search *s, int64_t shift, struct overlap o, size_t disagree)
{
	s->best = (struct match){shift, disagree, true};
	s->agree = o.n - disagree;
	s->close = is_close(o, disagree);
	s->near = nearness_of(s->a, s->b, o, s->room);
}

/*
 * Of two shifts at which nearly all agree, the one that is clearly nearer; else
 * the one at which fewer disagree; if neither tells, the clocks are taken to
 * agree. Steps of a regular job last equally long within some per cent, while
 * what belongs together ends within microseconds of its clock's offset, so that
 * the right shift has half the spread or less. Positive: better than the best;
 * 0: neither is.
 */
static int
compare_with_best(const struct search *s, struct nearness near, size_t disagree)
{
	if (near.spread < s->near.spread / 2)
		return 1;
	if (s->near.spread < near.spread / 2)
		return -1;
	if (disagree != s->best.disagree)
		return disagree < s->best.disagree ? 1 : -1;
	return (near.offset < s->near.offset) - (near.offset > s->near.offset);
}

static void
weigh(struct search *s, int64_t shift, struct overlap o, size_t disagree)
{
	int better =
	    compare_with_best(s, nearness_of(s->a, s->b, o, s->room), disagree);

	if (better > 0)
		take(s, shift, o, disagree);
	else if (better == 0)
		s->best.unambiguous = false;
}

/* Tries a shift, at which at least half of the shorter sequence must agree. */
static void
try_shift(struct search *s, int64_t shift)
{
	struct overlap o = overlap_of(s->b, 0, s->a->n, -shift);
	size_t shorter = s->a->n < s->b->n ? s->a->n : s->b->n, disagree;

	disagree = count_disagreeing(s->a, s->b, o);
	if (o.n == 0 || (o.n - disagree) * 2 < shorter)
		return;
	if (is_close(o, disagree) && s->close)
		weigh(s, shift, o, disagree);
	else if (is_close(o, disagree) ||
	    (!s->close && o.n - disagree > s->agree))
		take(s, shift, o, disagree);
}

bool
match_is_equal(const struct rank_sequence *a, const struct rank_sequence *b)
{
	return a->n == b->n &&
	    (a->n == 0 ||
		memcmp(a->sign, b->sign, a->n * sizeof *a->sign) == 0);
}

struct match
match_find(const struct rank_sequence *a, const struct rank_sequence *b)
{
	int64_t room[NEARNESS_PAIRS];
	struct search s = {.a = a, .b = b, .room = room};
	size_t longer = a->n > b->n ? a->n : b->n;
	struct overlap whole = overlap_of(b, 0, a->n, 0);

	if (match_is_equal(a, b))
		return (struct match){0, 0, true};
	s.best = (struct match){0, count_disagreeing(a, b, whole), false};
	try_shift(&s, 0);
	for (int64_t k = 1; k < (int64_t)longer && k <= MATCH_MOST_SHIFT; k++) {
		try_shift(&s, k);
		try_shift(&s, -k);
	}
	return s.best;
}

/* Is the stretch's own lag clearly better for it than that of a neighbour? */
static bool
is_better(const struct rank_sequence *a, const struct rank_sequence *b,
    const struct lag_stretch *g, int64_t lag, int64_t *room)
{
	struct overlap own = overlap_of(b, g->from, g->to, g->lag);
	struct overlap other = overlap_of(b, g->from, g->to, lag);
	size_t agree = own.n - count_disagreeing(a, b, own);
	size_t there = other.n - count_disagreeing(a, b, other);

	if (agree != there || agree == 0)
		return agree > there;
	return nearness_of(a, b, own, room).spread <
	    nearness_of(a, b, other, room).spread / 2;
}

static bool
are_better(const struct rank_sequence *a, const struct rank_sequence *b,
    const struct lag_stretch *g, size_t n)
{
	int64_t room[NEARNESS_PAIRS];

	for (size_t i = 0; i < n; i++) {
		if (i && !is_better(a, b, &g[i], g[i - 1].lag, room))
			return false;
		if (i + 1 < n && !is_better(a, b, &g[i], g[i + 1].lag, room))
			return false;
	}
	return true;
}

static struct lag_event *
events_of(const struct rank_sequence *s)
{
	struct lag_event *e = xcalloc(s->n + 1, sizeof *e);

	for (size_t i = 0; i < s->n; i++)
		e[i] = (struct lag_event){s->sign[i], s->end[i]};
	return e;
}

/* Ranks that lost different ones may be left with equal sequences: then no more
 * than so many. */
enum { FEW = 8 };

size_t
match_find_lost(const struct rank_sequence *a, const struct rank_sequence *b,
    struct lag_stretch **list)
{
	bool equal = match_is_equal(a, b);
	struct lag_pair p = {.na = a->n, .nb = b->n};
	struct lag_event *x, *y;
	size_t n;

	*list = NULL;
	p.a = x = events_of(a);
	p.b = y = events_of(b);
	n = lag_path_find(&p, equal ? FEW : MATCH_MOST_SHIFT, list);
	free(x);
	free(y);
	if (n > 1 && are_better(a, b, *list, n))
		return n;
	free(*list);
	*list = NULL;
	return 0;
}
