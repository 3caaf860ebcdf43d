#include <string.h>

#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/trial.h"

/* The first of the repeats with fewest faults. */
static bool
take_whole(
    struct sequence *out, const struct sequence *trace, const struct loop *loop)
{
	const struct place *best = NULL;

	for (size_t i = 0; i < loop->places; i++) {
		const struct place *p = &loop->place[i];

		if (p->part == PLACE_WHOLE &&
		    (!best || p->faults < best->faults))
			best = p;
	}
	if (best)
		sequence_part(out, trace, best->start, best->end);
	return best != NULL;
}

/* Whether two repeats of `outer` in a row hold `times` of `step` in a row. */
static bool
holds_steps(const struct sequence *trace, const struct loop *outer,
    const struct loop *step, uint32_t times)
{
	struct sequence around = {0}, one = {0}, body;
	bool holds = false;

	if (take_whole(&around, trace, outer) &&
	    take_whole(&one, trace, step)) {
		sequence_unroll(&body, &one, 0, times);
		holds = trial_holds_repeat(&around, &body);
		sequence_free(&body);
	}
	sequence_free(&around);
	sequence_free(&one);
	return holds;
}

/* How many places of a step are in what is not a whole repeat. */
static size_t
places_in_part(const struct loop *step, const struct place *p)
{
	return p->part == PLACE_WHOLE ? 0 : loop_places(step, p->start, p->end);
}

/* How many are not in the first or last repeat, which the trace cut off. */
static size_t
count_outside(const struct loop *step, const struct loop *outer)
{
	size_t outside = step->places, n = outer->places;

	if (n > 0)
		outside -= places_in_part(step, &outer->place[0]);
	if (n > 1)
		outside -= places_in_part(step, &outer->place[n - 1]);
	return outside;
}

/* How many of its places are whole. */
static uint64_t
count_whole(const struct loop *loop)
{
	uint64_t n = 0;

	for (size_t i = 0; i < loop->places; i++)
		n += loop->place[i].part == PLACE_WHOLE;
	return n;
}

/*
 * Whether a step may be in a loop that was folded before it, with something as
 * long beside it, and stands outside, too: a few may be what is left of a
 * repeat that was cut off.
 */
static bool
may_be_outside(
    const struct loops *all, const struct loop *step, const struct loop *outer)
{
	return step->median < outer->median &&
	    outer->median - step->median >= step->median / LONE_STEP_FACTOR &&
	    count_outside(step, outer) * OUTSIDE_STEPS >= count_whole(outer) &&
	    loops_is_step(all, step);
}

/* Where n kernels come next in a sequence, or its end. */
static size_t
find_next(
    const struct sequence *in, size_t at, const uint32_t *kernel, size_t n)
{
	for (; at + n <= in->n; at++)
		if (memcmp(in->symbol + at, kernel, n * sizeof *kernel) == 0)
			return at;
	return in->n;
}

/* Whether what an outer loop holds beside a step stands outside, too. */
static bool
is_rest_outside(const struct sequence *trace, const struct loop *outer,
    const struct loop *step)
{
	struct sequence around = {0}, one = {0}, twice;
	uint64_t inside = count_whole(outer), found = 0;

	if (take_whole(&around, trace, outer) &&
	    take_whole(&one, trace, step)) {
		size_t rest = around.n - one.n, at;

		sequence_unroll(&twice, &around, 0, 2);
		at = find_next(&twice, 0, one.symbol, one.n) + one.n;
		for (size_t i = 0; at + rest <= twice.n && i < trace->n;
		     i += rest) {
			i = find_next(trace, i, twice.symbol + at, rest);
			found += i < trace->n;
		}
		sequence_free(&twice);
	}
	sequence_free(&around);
	sequence_free(&one);
	return found > inside && (found - inside) * OUTSIDE_STEPS >= inside;
}

/*
 * Whether a loop consists of such steps: of two kinds, or of several in a row.
 * One that holds a single one is a step itself, such as that of a training
 * beside the forward passes of an evaluation, if the rest is only in it.
 */
static bool
is_compound(
    const struct loops *all, size_t number, const struct sequence *trace)
{
	const struct loop *outer = &all->loop[number];
	bool any = false;

	for (size_t i = number + 1; i < all->n; i++) {
		const struct loop *step = &all->loop[i];

		if (!may_be_outside(all, step, outer) ||
		    !holds_steps(trace, outer, step, 1))
			continue;
		if (any || holds_steps(trace, outer, step, 2) ||
		    is_rest_outside(trace, outer, step))
			return true;
		any = true;
	}
	return false;
}

/* How many whole repeats of a loop are in whole ones of the outer one. */
static uint64_t
count_inside(const struct loop *inner, const struct loop *outer)
{
	uint64_t n = 0;

	for (size_t k = 0; k < outer->places; k++) {
		const struct place *o = &outer->place[k];

		for (size_t i = 0; i < inner->places; i++) {
			const struct place *p = &inner->place[i];

			n += o->part == PLACE_WHOLE && p->part == PLACE_WHOLE &&
			    p->start >= o->start && p->end <= o->end;
		}
	}
	return n;
}

/* Steps in the whole repeats of an outer loop. */
struct steps_inside {
	const struct loop *step, *outer;
	uint64_t times;
};

/* Whether most of a step are layers of one of these loops, in the mean. */
static bool
has_layers(const struct steps_inside *s, const struct loops *of)
{
	for (size_t i = 0; i < of->n; i++) {
		const struct loop *layer = &of->loop[i];
		uint64_t n;

		if (layer->median < TOLERATED_FROM ||
		    layer->median >= s->step->median)
			continue;
		n = count_inside(layer, s->outer) / s->times;
		if (n >= TOLERATED_FROM &&
		    2 * n * layer->median > s->step->median)
			return true;
	}
	return false;
}

/*
 * Whether a loop that comes twice holds several steps, and something as long
 * beside them. If these were not folded before it, chance was not asked:
 * between two prefill steps are as many others as there are, and those before
 * the first and behind the last only seem to repeat.
 */
static bool
is_pair_of_rows(const struct loops *all, const struct loop *outer)
{
	uint64_t both = 2 * (uint64_t)outer->median;

	if (count_whole(outer) != 2)
		return false;
	for (size_t i = 0; i < outer->inner.n; i++) {
		const struct loop *step = &outer->inner.loop[i];
		struct steps_inside s = {
		    step, outer, count_inside(step, outer)};

		if (s.times > 2 &&
		    both > s.times * step->median +
			    step->median / LONE_STEP_FACTOR &&
		    (has_layers(&s, &step->inner) ||
			has_layers(&s, &outer->inner) || has_layers(&s, all)))
			return true;
	}
	return false;
}

bool
compounds_bar(struct folding *f, const struct loops *all,
    const uint32_t *kernel, size_t n)
{
	struct sequence trace;
	size_t before = f->bars;

	sequence_of(&trace, kernel, n);
	for (size_t i = 0; i < all->n; i++)
		if (is_compound(all, i, &trace) ||
		    is_pair_of_rows(all, &all->loop[i]))
			trial_bar(f, all->loop[i].key);
	sequence_free(&trace);
	return f->bars > before;
}
