#include <stdlib.h>
#include <string.h>

#include "tools/trace-align/gotoh.h"
#include "tools/trace-align/repeat.h"
#include "tools/trace-align/rotate.h"

/* Copies of x, one behind the other, and where their kernels are in y. */
struct copies {
	const struct align_cycle *x, *y;
	size_t n; /* copies */
	uint32_t *numbers;
	size_t *partner;
	size_t rotation;
};

static int
copies_align(struct copies *c)
{
	size_t all = c->x->n * c->n;
	struct align_cycle row;

	c->numbers = align_unroll(&row, c->x, 0, all);
	c->partner = calloc(all + 1, sizeof *c->partner);
	if (!c->numbers || !c->partner)
		return -1;
	return rotate_align(&row, c->y, c->partner, &c->rotation);
}

/*
 * How well copy k fits: its pairs, less the gaps that y has between them; -1
 * when it has not found its place.
 */
static int64_t
score(const struct copies *c, size_t k)
{
	static const int64_t worth[] = {
	    GOTOH_EXACT, GOTOH_SIMILAR, GOTOH_FAMILY};
	size_t pairs = 0, fused = 0, next = ALIGN_ALONE;
	int64_t sum = 0;

	for (size_t i = 0; i < c->x->n; i++) {
		size_t j = c->partner[k * c->x->n + i];

		fused += j == GOTOH_FUSED;
		if (j >= GOTOH_FUSED)
			continue;
		sum += worth[align_level(c->x, i, c->y, j)];
		sum += pairs > 0 && j != next ? GOTOH_RUN : 0;
		pairs++;
		next = (j + 1) % c->y->n;
	}
	return pairs == 0 || 4 * (pairs + fused) < 3 * c->x->n ? -1 : sum;
}

/* Returns false when a copy has not found its place. */
static bool
find_best(const struct copies *c, size_t *best)
{
	int64_t most = -1;

	for (size_t k = 0; k < c->n; k++) {
		/* Turned, the first copy is cut and comes last. */
		size_t copy = (k + (c->rotation > 0)) % c->n;
		int64_t found = score(c, copy);

		if (found < 0)
			return false;
		if (found > most) {
			most = found;
			*best = copy;
		}
	}
	return true;
}

/* What is fused is alone. */
static void
leave_alone(size_t *partner, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (partner[i] == GOTOH_FUSED)
			partner[i] = ALIGN_ALONE;
}

/* How many kernels of copy k have no partner before the first that has one? */
static size_t
lone_at_start(const struct copies *c, size_t k)
{
	const size_t *partner = c->partner + k * c->x->n;
	size_t n = 0;

	while (partner[n] == ALIGN_ALONE)
		n++;
	return n;
}

/* And behind the last that has one? */
static size_t
lone_at_end(const struct copies *c, size_t k)
{
	const size_t *partner = c->partner + k * c->x->n;
	size_t n = 0;

	while (partner[c->x->n - 1 - n] == ALIGN_ALONE)
		n++;
	return n;
}

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * The kernels of y from the first partner of copy k to its last; where the
 * copy goes on without partners, as many more, if they are there before the
 * next copy's.
 */
static void
find_window(const struct copies *c, size_t k, struct align_repeats *repeats)
{
	size_t n = c->x->n, m = c->y->n;
	size_t before = (k + c->n - 1) % c->n, behind = (k + 1) % c->n;
	size_t start = lone_at_start(c, k), end = lone_at_end(c, k);
	size_t first = c->partner[k * n + start];
	size_t last = c->partner[(k + 1) * n - 1 - end];
	size_t left = c->partner[(before + 1) * n - 1 - lone_at_end(c, before)];
	size_t right = c->partner[behind * n + lone_at_start(c, behind)];

	start = least(start, (first + m - left - 1) % m);
	end = least(end, (right + m - last - 1) % m);
	repeats->from = (first + m - start) % m;
	repeats->to = (last + 1 + end) % m;
}

/* Returns 1 if y is repeats of x, 0 if not, -1 when there is no memory. */
static int
try_copies(struct copies *c, size_t *partner, struct align_repeats *repeats)
{
	size_t best = 0;

	if (copies_align(c))
		return -1;
	if (!find_best(c, &best))
		return 0;
	leave_alone(c->partner, c->x->n * c->n);
	repeats->n = c->n;
	find_window(c, best, repeats);
	memcpy(partner, c->partner + best * c->x->n, c->x->n * sizeof *partner);
	return 1;
}

int
repeat_align(const struct align_cycle *x, const struct align_cycle *y,
    size_t *partner, struct align_repeats *repeats)
{
	struct copies c = {
	    .x = x, .y = y, .n = x->n ? (y->n + x->n / 2) / x->n : 1};
	int found = 0;

	*repeats = (struct align_repeats){1, 0, 0};
	if (c.n > 1)
		found = try_copies(&c, partner, repeats);
	if (found == 0)
		found = rotate_align(x, y, partner, &c.rotation);
	leave_alone(partner, x->n);
	free(c.numbers);
	free(c.partner);
	return found < 0 ? -1 : 0;
}

bool
align_is_outside(const struct align_repeats *r, size_t i)
{
	if (r->n == 1)
		return false;
	return r->from < r->to ? i < r->from || i >= r->to
			       : i < r->from && i >= r->to;
}
