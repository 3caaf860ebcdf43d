#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/repeat.h"
#include "tools/trace-align/rotate.h"

enum { COPIES_MOST = 64 };

/* Copies of x, one after another, and where their kernels are in y. */
struct copies {
	const struct ring *x, *y;
	size_t n; /* copies */
	uint32_t *numbers;
	struct place *places;
	size_t rotation;
};

static int
copies_align(struct copies *c)
{
	size_t all = c->x->n * c->n;
	struct ring row;

	c->numbers = ring_unroll(&row, c->x, 0, all);
	c->places = xcalloc(all + 1, sizeof *c->places);
	return rotate_align(&row, c->y, c->places, &c->rotation);
}

/* Where kernel i of copy k is. */
static const struct place *
place_of(const struct copies *c, size_t k, size_t i)
{
	return &c->places[k * c->x->n + i];
}

/*
 * How well copy k fits: its pairs, less the gaps that y has between them; -1
 * when it has not found its place.
 */
static int64_t
score(const struct copies *c, size_t k)
{
	size_t pairs = 0, fused = 0, next = ALIGN_ALONE;
	int64_t sum = 0;

	for (size_t i = 0; i < c->x->n; i++) {
		const struct place *p = place_of(c, k, i);

		fused += p->how == FUSED;
		if (p->how != PAIRED)
			continue;
		sum += score_of_pair[ring_level(c->x, i, c->y, p->first)];
		sum += pairs > 0 && p->first != next ? SCORE_RUN : 0;
		pairs++;
		next = (p->first + 1) % c->y->n;
	}
	/* What is fused could belong to any copy; pairs have to show which. */
	if (pairs == 0 || pairs < fused || 4 * (pairs + fused) < 3 * c->x->n)
		return -1;
	return sum;
}

/* How many copies have found their places, and which of them fits best. */
static size_t
find_best(const struct copies *c, size_t *best)
{
	int64_t most = -1;
	size_t n = 0;

	for (size_t k = 0; k < c->n; k++) {
		/* After a rotation the first copy is cut and comes last. */
		size_t copy = (k + (c->rotation > 0)) % c->n;
		int64_t found = score(c, copy);

		n += found >= 0;
		if (found > most) {
			most = found;
			*best = copy;
		}
	}
	return n;
}

/* The next copy before or after copy k that has found its place; k if none. */
static size_t
next_copy(const struct copies *c, size_t k, bool before)
{
	size_t i = k;

	do
		i = (i + (before ? c->n - 1 : 1)) % c->n;
	while (i != k && score(c, i) < 0);
	return i;
}

/* How many kernels of copy k are alone before the first that is not? */
static size_t
lone_at_start(const struct copies *c, size_t k)
{
	size_t n = 0;

	while (place_of(c, k, n)->how == ALONE)
		n++;
	return n;
}

/* And after the last? */
static size_t
lone_at_end(const struct copies *c, size_t k)
{
	size_t n = 0;

	while (place_of(c, k, c->x->n - 1 - n)->how == ALONE)
		n++;
	return n;
}

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * The kernels of y from the first place of copy k to its last; where the copy
 * goes on alone, as many more, if they are there before the next copy's.
 */
static void
find_window(const struct copies *c, size_t k, struct align_repeats *repeats)
{
	size_t n = c->x->n, m = c->y->n;
	size_t before = next_copy(c, k, true), behind = next_copy(c, k, false);
	size_t start = lone_at_start(c, k), end = lone_at_end(c, k);
	size_t first = place_of(c, k, start)->first;
	size_t last = place_of(c, k, n - 1 - end)->last;
	size_t left = place_of(c, before, n - 1 - lone_at_end(c, before))->last;
	size_t right = place_of(c, behind, lone_at_start(c, behind))->first;

	start = least(start, (first + m - left - 1) % m);
	end = least(end, (right + m - last - 1) % m);
	repeats->from = (first + m - start) % m;
	repeats->to = (last + 1 + end) % m;
}

/* The partners of n kernels; what is fused has none. */
static void
set_partners(const struct place *places, size_t n, size_t *partner)
{
	for (size_t i = 0; i < n; i++)
		partner[i] =
		    places[i].how == PAIRED ? places[i].first : ALIGN_ALONE;
}

/* Returns 1 if y is repeats of x, 0 if not, or an align_failure. */
static int
try_copies(struct copies *c, size_t *partner, struct align_repeats *repeats)
{
	size_t best = 0, n;
	int status = copies_align(c);

	if (status)
		return status;
	n = find_best(c, &best);
	if (n < 2 || 4 * n < 3 * c->n)
		return 0;
	repeats->n = n;
	find_window(c, best, repeats);
	set_partners(place_of(c, best, 0), c->x->n, partner);
	return 1;
}

/* Aligns x and y as they are. */
static int
align_once(const struct ring *x, const struct ring *y, size_t *partner)
{
	struct place *places = xcalloc(x->n + 1, sizeof *places);
	size_t rotation;
	int status =
	    places ? rotate_align(x, y, places, &rotation) : ALIGN_NO_MEMORY;

	if (status == 0)
		set_partners(places, x->n, partner);
	free(places);
	return status;
}

/*
 * Of very many copies only the first are tried, in as much of y: the time of
 * all of them grows with the square of y.
 */
static int
try_some(struct copies *c, size_t *partner, struct align_repeats *repeats)
{
	const struct ring *y = c->y;
	size_t all = c->n;
	struct ring part;
	uint32_t *numbers = ring_unroll(&part, y, 0, COPIES_MOST * c->x->n);
	int found = ALIGN_NO_MEMORY;

	c->y = &part;
	c->n = COPIES_MOST;
	if (numbers)
		found = try_copies(c, partner, repeats);
	c->y = y;
	free(numbers);
	/* What goes over the end of the part goes on elsewhere in y. */
	if (found == 1 && repeats->from >= repeats->to)
		found = 0;
	repeats->n = found == 1 ? all * repeats->n / COPIES_MOST : 1;
	return found;
}

int
repeat_align(const struct ring *x, const struct ring *y, size_t *partner,
    struct align_repeats *repeats)
{
	struct copies c = {
	    .x = x, .y = y, .n = x->n ? (y->n + x->n / 2) / x->n : 1};
	int found = 0;

	*repeats = (struct align_repeats){1, 0, 0};
	if (c.n > COPIES_MOST)
		found = try_some(&c, partner, repeats);
	else if (c.n > 1)
		found = try_copies(&c, partner, repeats);
	free(c.numbers);
	free(c.places);
	if (found == 0)
		found = align_once(x, y, partner);
	return found < 0 ? found : 0;
}

bool
align_is_outside(const struct align_repeats *r, size_t i)
{
	if (r->n == 1)
		return false;
	return r->from < r->to ? i < r->from || i >= r->to
			       : i < r->from && i >= r->to;
}
