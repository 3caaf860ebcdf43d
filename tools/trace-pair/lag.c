#include <stdbool.h>
#include <stdlib.h>

#include "tools/trace-pair/lag.h"

struct sequences {
	const struct lag_event *a, *b;
	int64_t na, nb;
	int64_t *change; /* room for as many as the shorter one has */
};

static int
compare(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The lower median. */
static int64_t
median(int64_t *v, size_t n)
{
	qsort(v, n, sizeof *v, compare);
	return v[(n - 1) / 2];
}

static int64_t
shorter(const struct sequences *s)
{
	return s->na < s->nb ? s->na : s->nb;
}

/*
 * The spread at a lag, or -1 when too few events agree: nine of ten of those
 * that both have, and these must be half of the shorter sequence.
 */
static int64_t
spread_at(const struct sequences *s, int64_t lag)
{
	int64_t from = lag < 0 ? -lag : 0;
	int64_t to = s->nb - lag < s->na ? s->nb - lag : s->na;
	int64_t both = to - from, before = 0;
	size_t pairs = 0;

	for (int64_t i = from; i < to; i++) {
		int64_t d = s->b[i + lag].end - s->a[i].end;

		if (s->a[i].key != s->b[i + lag].key)
			continue;
		if (pairs)
			s->change[pairs - 1] = llabs(d - before);
		before = d;
		pairs++;
	}
	if (pairs < LAG_LEAST || (int64_t)pairs * 10 < both * 9 ||
	    both * 2 < shorter(s))
		return -1;
	return median(s->change, pairs - 1);
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

enum lag_result
lag_find(const struct lag_event *a, size_t na, const struct lag_event *b,
    size_t nb, int64_t most, int64_t *lag)
{
	struct sequences s = {a, b, (int64_t)na, (int64_t)nb, NULL};
	enum lag_result result;

	s.change = calloc((size_t)shorter(&s) + 1, sizeof *s.change);
	if (!s.change)
		return LAG_FAILED;
	if (most > s.na + s.nb)
		most = s.na + s.nb;
	result = search(&s, most, lag);
	free(s.change);
	return result;
}
