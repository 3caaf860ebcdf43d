#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/surplus.h"

enum {
	PERIOD_LEAST = 4, /* shorter ones repeat inside of a layer */
	TIMES_LEAST = 3
};

/* Where a sequence of kernels repeats: times 0 if nowhere. */
struct repetition {
	size_t begin, period, times;
};

/* How many kernels of the ring equal those a period later; no run is longer. */
static size_t
count_matches(const struct ring *c, size_t period)
{
	const uint32_t *id = c->id[ALIGN_FAMILY];
	size_t n = c->n - period, matches = 0;

	for (size_t i = 0; i < n; i++)
		matches += id[i] == id[i + period];
	for (size_t i = 0; i < period; i++)
		matches += id[n + i] == id[i];
	return matches;
}

/*
 * The longest stretch of the ring that repeats what comes a period before it;
 * *begin is where that period begins.
 */
static size_t
longest_run(const struct ring *c, size_t period, size_t *begin)
{
	const uint32_t *id = c->id[ALIGN_FAMILY];
	size_t n = c->n, run = 0, best = 0;

	for (size_t t = 0; t < 2 * n - period; t++) {
		size_t i = t < n ? t : t - n;
		size_t j = i + period < n ? i + period : i + period - n;

		run = id[i] == id[j] ? run + 1 : 0;
		if (run > best) {
			size_t start = t + 1 - run;

			best = run;
			*begin = start < n ? start : start - n;
		}
	}
	return best < n ? best : n;
}

/* Do `period` kernels of the ring, from `first` on, equal those a period later?
 */
static bool
repeats_once(const struct ring *c, size_t first, size_t period)
{
	const uint32_t *id = c->id[ALIGN_FAMILY];

	for (size_t k = 0; k < period; k++) {
		size_t i = first + k, j = i + period;

		if (id[i] != id[j < c->n ? j : j - c->n])
			return false;
	}
	return true;
}

/*
 * May there be three repeats of a period? Two in a row then equal those a
 * period later, wherever they begin, and hold one of these stretches.
 */
static bool
may_repeat(const struct ring *c, size_t period)
{
	for (size_t first = 0; first + period <= c->n; first += period)
		if (repeats_once(c, first, period))
			return true;
	return repeats_once(c, c->n - period, period);
}

/* The repetition that covers the most; of equal ones the smallest period. */
static struct repetition
find_repetition(const struct ring *c)
{
	struct repetition best = {0, 0, 0};
	size_t covered = 0;

	for (size_t q = 1; q <= c->n / TIMES_LEAST && covered < c->n; q++) {
		size_t begin = 0, all;

		if (!may_repeat(c, q))
			continue;
		all = count_matches(c, q) + q;
		if (all < TIMES_LEAST * q || all <= covered)
			continue;
		all = longest_run(c, q, &begin) + q;
		all = all < c->n ? all : c->n;
		if (all / q < TIMES_LEAST || all <= covered)
			continue;
		covered = all;
		best = (struct repetition){begin, q, all / q};
	}
	if (best.period < PERIOD_LEAST || 2 * best.times * best.period < c->n)
		best.times = 0;
	return best;
}

static size_t
count_pairs(const size_t *partner, size_t n)
{
	size_t pairs = 0;

	for (size_t i = 0; i < n; i++)
		pairs += partner[i] != ALIGN_ALONE;
	return pairs;
}

/*
 * Sets partner from what was found for x and the rest of y, whose kernel i is
 * kernel (i + start) of y.
 */
static void
set_partners(const size_t *found, size_t start, size_t x_n, size_t y_n,
    const struct surplus *f, size_t *partner)
{
	for (size_t i = 0; i < (f->of_b ? x_n : y_n); i++)
		partner[i] = ALIGN_ALONE;
	for (size_t i = 0; i < x_n; i++) {
		size_t j;

		if (found[i] == ALIGN_ALONE)
			continue;
		j = (found[i] + start) % y_n;
		partner[f->of_b ? i : j] = f->of_b ? j : i;
	}
}

/* Are so few of the pairs lost that the rest will do? */
static bool
are_enough(size_t pairs, size_t before)
{
	return pairs * 10 >= before * 9;
}

/* Aligns without what is set aside; takes that if few pairs are lost. */
static int
align_without(const struct ring *x, const struct ring *y, size_t before,
    size_t *partner, struct surplus *f)
{
	size_t start = (f->first + f->n) % y->n;
	size_t *found = xcalloc(x->n + 1, sizeof *found);
	struct ring rest;
	uint32_t *numbers = ring_unroll(&rest, y, start, y->n - f->n);
	struct align_repeats repeats;
	int status = ALIGN_NO_MEMORY;

	if (found && numbers)
		status = align(x, &rest, found, &repeats);
	if (status == 0 && are_enough(count_pairs(found, x->n), before))
		set_partners(found, start, x->n, y->n, f, partner);
	else
		f->n = 0;
	free(found);
	free(numbers);
	return status;
}

/* Not if fewer kernels are left than pairs are needed. */
static int
try_without(const struct ring *a, const struct ring *b, size_t *partner,
    struct surplus *f)
{
	const struct ring *x = f->of_b ? a : b, *y = f->of_b ? b : a;
	size_t before = count_pairs(partner, a->n);

	if (are_enough(y->n - f->n, before))
		return align_without(x, y, before, partner, f);
	f->n = 0;
	return 0;
}

/*
 * Is what does not repeat about as long on both sides? A repeat in which a
 * kernel was changed ends the repetition of its side, and is no repeat fewer.
 */
static bool
rests_agree(const struct ring *a, const struct repetition *ra,
    const struct ring *b, const struct repetition *rb)
{
	size_t rest_a = a->n - ra->times * ra->period;
	size_t rest_b = b->n - rb->times * rb->period;
	size_t apart = rest_a > rest_b ? rest_a - rest_b : rest_b - rest_a;

	return 2 * apart < (ra->period < rb->period ? ra->period : rb->period);
}

int
surplus_align(const struct ring *a, const struct ring *b, size_t *partner,
    struct surplus *f)
{
	struct repetition ra = {0, 0, 0}, rb = {0, 0, 0}, more;

	*f = (struct surplus){0};
	if (a->n != b->n) {
		ra = find_repetition(a);
		rb = find_repetition(b);
	}
	if (ra.times == 0 || rb.times == 0 || ra.times == rb.times ||
	    !rests_agree(a, &ra, b, &rb))
		return 0;
	f->of_b = rb.times > ra.times;
	more = f->of_b ? rb : ra;
	f->begin = more.begin;
	f->period = more.period;
	f->times = more.times;
	f->less = f->of_b ? ra.times : rb.times;
	f->n = (f->times - f->less) * f->period;
	f->first = (f->begin + f->less * f->period) % (f->of_b ? b->n : a->n);
	return try_without(a, b, partner, f);
}

bool
surplus_has(const struct surplus *f, bool of_b, size_t i, size_t n)
{
	return f->n > 0 && f->of_b == of_b && (i + n - f->first) % n < f->n;
}
