#include <stdlib.h>
#include <string.h>

#include "tools/trace-collectives/match.h"

/* A shift: places [a, a + n) of the first are places [b, b + n) of the other.
 */
struct overlap {
	size_t a, b, n;
};

/* So many pairs tell how near a shift is: the median of more is the same. */
enum { NEARNESS_PAIRS = 512 };

/* How far apart in time the pairs of a shift end. */
struct nearness {
	int64_t spread; /* the median distance from their median, ns */
	int64_t offset; /* their median, either way */
};

static struct overlap
overlap_at(const struct sequence *a, const struct sequence *b, int64_t shift)
{
	struct overlap o = {0};

	if (shift < 0)
		o.b = (size_t)-shift;
	else
		o.a = (size_t)shift;
	if (o.a < a->n && o.b < b->n)
		o.n = a->n - o.a < b->n - o.b ? a->n - o.a : b->n - o.b;
	return o;
}

/* Pairs that disagree; counting stops above `most`. */
static size_t
count_disagreeing(const struct sequence *a, const struct sequence *b,
    struct overlap o, size_t most)
{
	size_t n = 0;

	for (size_t i = 0; i < o.n && n <= most; i++)
		n += a->sign[o.a + i] != b->sign[o.b + i];
	return n;
}

static int
compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Either way; what does not fit is as far as can be. */
static int64_t
distance(int64_t a, int64_t b)
{
	int64_t d;

	if (__builtin_sub_overflow(a > b ? a : b, a > b ? b : a, &d))
		return INT64_MAX;
	return d;
}

/* The median, the lower one of an even number; changes the order. */
static int64_t
median(int64_t *v, size_t n)
{
	qsort(v, n, sizeof *v, compare);
	return v[(n - 1) / 2];
}

/* Of an overlap that is not empty; room is for NEARNESS_PAIRS. */
static struct nearness
nearness_of(const struct sequence *a, const struct sequence *b,
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
	middle = median(room, o.n);
	for (size_t i = 0; i < o.n; i++)
		room[i] = distance(room[i], middle);
	near.spread = median(room, o.n);
	near.offset = distance(middle, 0);
	return near;
}

/*
 * Is the first clearly nearer? Steps of a regular job last equally long within
 * some per cent, while what belongs together ends within microseconds of its
 * clock's offset, so that the right shift has half the spread or less. If no
 * spread tells, the clocks are taken to agree.
 */
static bool
is_nearer(struct nearness x, struct nearness y)
{
	if (x.spread < y.spread / 2)
		return true;
	return x.spread / 2 <= y.spread && x.offset < y.offset;
}

struct search {
	const struct sequence *a, *b;
	int64_t *room; /* NEARNESS_PAIRS */
	struct match best;
	size_t agree; /* pairs of the best shift */
	struct nearness near;
	bool complete; /* all pairs of the best agree */
};

static void
take(struct search *s, int64_t shift, struct overlap o, size_t disagree)
{
	s->best = (struct match){shift, disagree, true};
	s->agree = o.n - disagree;
	s->complete = disagree == 0;
	s->near = nearness_of(s->a, s->b, o, s->room);
}

/* Of two shifts at which all agree, the nearer one. */
static void
weigh(struct search *s, int64_t shift, struct overlap o)
{
	struct nearness near = nearness_of(s->a, s->b, o, s->room);
	bool nearer = is_nearer(near, s->near);

	if (nearer)
		take(s, shift, o, 0);
	else if (!is_nearer(s->near, near))
		s->best.unambiguous = false;
}

/* Tries a shift at which at least half of the shorter sequence overlaps. */
static void
try_shift(struct search *s, int64_t shift)
{
	struct overlap o = overlap_at(s->a, s->b, shift);
	size_t shorter = s->a->n < s->b->n ? s->a->n : s->b->n, disagree;

	if (o.n == 0 || o.n * 2 < shorter)
		return;
	disagree = count_disagreeing(s->a, s->b, o, o.n / 2);
	if ((o.n - disagree) * 2 < shorter)
		return;
	if (disagree == 0 && s->complete)
		weigh(s, shift, o);
	else if (disagree == 0 || (!s->complete && o.n - disagree > s->agree))
		take(s, shift, o, disagree);
}

static bool
is_equal(const struct sequence *a, const struct sequence *b)
{
	return a->n == b->n &&
	    (a->n == 0 ||
		memcmp(a->sign, b->sign, a->n * sizeof *a->sign) == 0);
}

struct match
match_find(const struct sequence *a, const struct sequence *b)
{
	int64_t room[NEARNESS_PAIRS];
	struct search s = {.a = a, .b = b, .room = room};
	size_t longer = a->n > b->n ? a->n : b->n;
	struct overlap whole = overlap_at(a, b, 0);

	if (is_equal(a, b))
		return (struct match){0, 0, true};
	s.best = (struct match){
	    0, count_disagreeing(a, b, whole, SIZE_MAX - 1), false};
	try_shift(&s, 0);
	for (int64_t k = 1; k < (int64_t)longer && k <= MATCH_MOST_SHIFT; k++) {
		try_shift(&s, k);
		try_shift(&s, -k);
	}
	return s.best;
}
