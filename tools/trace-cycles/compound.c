#include "tools/trace-cycles/compound.h"
#include "tools/trace-cycles/prices.h"

/* Whether a body has a symbol, or one that stands for it. */
static bool
holds_symbol(const struct loops *all, const struct loop *loop, uint32_t symbol)
{
	for (size_t i = 0; i < loop->body.n; i++) {
		if (loop->body.symbol[i] == symbol)
			return true;
		for (size_t k = 0; k < all->n; k++)
			if (all->loop[k].symbol == loop->body.symbol[i] &&
			    holds_symbol(all, &all->loop[k], symbol))
				return true;
	}
	return false;
}

static const struct place *
first_whole(const struct loop *loop)
{
	for (size_t i = 0; i < loop->places; i++)
		if (loop->place[i].part == PLACE_WHOLE)
			return &loop->place[i];
	return NULL;
}

/*
 * Whether a step that comes so often in each repeat of `outer` comes outside
 * about as often. A few times may be what is left of a repeat that was cut off.
 */
static bool
is_on_its_own(const struct loop *outer, const struct loop *step, int64_t times)
{
	return (int64_t)step->places * OUTSIDE_STEPS >=
	    times * (int64_t)outer->places;
}

/*
 * The kernels of `outer` that are in repeats of `step`. Where it begins may be
 * within a step, so it is looked at twice, going round.
 */
static int64_t
kernels_of_step(const struct sequence *trace, const struct loop *outer,
    const struct loop *step)
{
	const struct place *o = first_whole(outer), *s = first_whole(step);
	struct sequence twice, around, body;
	int64_t kernels, length;

	if (!o || !s)
		return 0;
	length = s->end - s->start;
	sequence_part(&around, trace, o->start, o->end);
	sequence_part(&body, trace, s->start, s->end);
	sequence_unroll(&twice, &around, 0, 2);
	kernels = trial_kernels_in_repeats(&twice, &body);
	sequence_free(&twice);
	sequence_free(&around);
	sequence_free(&body);
	kernels = (kernels / length + 1) / 2 * length;
	return is_on_its_own(outer, step, kernels / length) ? kernels : 0;
}

/* Whether there is room for another step beside one in a loop. */
static bool
leaves_room(const struct loop *outer, const struct loop *step)
{
	uint32_t rest = outer->median - step->median;

	return step->median < outer->median &&
	    rest >= step->median / LONE_STEP_FACTOR;
}

/* Whether at least half of a loop are steps of others. */
static bool
is_compound(const struct loops *all, const struct loop *outer,
    const struct sequence *trace)
{
	int64_t sum = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct loop *step = &all->loop[i];

		if (!leaves_room(outer, step) || !loops_is_step(all, step) ||
		    holds_symbol(all, outer, step->symbol))
			continue;
		sum += kernels_of_step(trace, outer, step);
	}
	return sum > 0 && 2 * sum >= outer->median - outer->median / TOLERATED;
}

bool
compounds_bar(
    struct folding *f, const struct loops *all, const struct sequence *trace)
{
	bool found = false;

	for (size_t i = 0; i < all->n; i++) {
		const struct loop *outer = &all->loop[i];

		if (!is_compound(all, outer, trace))
			continue;
		trial_bar(f, outer->key);
		found = true;
	}
	return found;
}
