#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/consensus.h"
#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/trial.h"

/* A new loop, which takes over the body of a trial. */
static struct loop *
add_loop(struct loops *all, struct trial *t)
{
	ARRAY_PUSH(all->loop, all->n, &all->cap,
	    (struct loop){.body = t->body,
		.key = t->key,
		.rotation = t->rotation,
		.median = t->median});
	t->body = (struct sequence){0};
	return &all->loop[all->n - 1];
}

/*
 * The body becomes what most repeats agree on. A stretch with too many faults
 * is something else, such as steps of another kind. It has no vote, because the
 * other kinds together may be more. If they have had a say, the new body saves
 * less: then the old one stays.
 */
static void
improve(struct trial *t, const struct folding *f)
{
	struct trial other = {.key = t->key}, old;

	sequence_part(&other.body, &t->body, 0, (uint32_t)t->body.n);
	if (consensus_improve(&other.body, f->text, &t->likely)) {
		trial_take_root(&other.body);
		trial_run(&other, f);
		if (other.saved >= t->saved - t->saved / TOLERATED_ALONE) {
			old = *t;
			*t = other;
			other = old;
		}
	}
	trial_free(&other);
}

/*
 * That a body repeats was shown where it is in rows. Then a single repeat costs
 * less than it saves, by half a kernel, so that a fault of one kernel in a row
 * still costs less: one expert of four kernels is a row as two of them are.
 */
static void
align_singles(struct trial *t, const struct folding *f)
{
	struct folding known = *f;
	uint32_t kernels = sequence_all_kernels(&t->body);

	known.occurrence = kernels * SCORE_SYMBOL - SCORE_SYMBOL / 2;
	if (t->body.n > 2 && known.occurrence < f->occurrence)
		trial_align(t, &known);
}

/* Finds the repeats of the best trial again; decides whether it is a loop. */
static void
verify_best(struct trial *t, const struct folding *f)
{
	struct steps steps;

	improve(t, f);
	align_singles(t, f);
	trial_find_repeats(t, f, f->idle);
	trial_part_kinds(t, f);
	steps = trial_steps(t, f);
	steps.strict = true;
	t->holds = occurrences_agree(
		       &t->repeats, f->text, f->loops, steps, &t->median) &&
	    limits_allow_length(f->limits, t->median) && !chance_explains(t, f);
}

static bool fold_best(
    struct loops *, struct sequence *, struct folding *, uint32_t *symbol);

/* How long nothing ran before each kernel of a repeat that is as the body is;
 * or NULL. */
static const int64_t *
find_idle(const struct trial *t, const struct folding *f, uint32_t kernels)
{
	for (size_t i = 0; f->idle && i < t->repeats.n; i++) {
		const struct occurrence *o = &t->repeats.list[i];

		if (o->counts && o->faults == 0 &&
		    sequence_kernels(f->text, o->start, o->end) == kernels)
			return f->idle + f->text->at[o->start];
	}
	return NULL;
}

/* Finds the loops in the body of a loop. */
static void
fold_body(struct loop *loop, const struct trial *t, const struct folding *f,
    uint32_t *symbol)
{
	struct sequence text;
	struct folding inside = {.text = &text,
	    .limits = f->limits,
	    .idle = find_idle(t, f, sequence_all_kernels(&loop->body)),
	    .occurrence = PRICE_OCCURRENCE};

	sequence_unroll(&text, &loop->body, loop->rotation, 1);
	inside.first = text.symbol[0];
	inside.last = text.symbol[text.n - 1];
	while (fold_best(&loop->inner, &text, &inside, symbol))
		;
	free(inside.barred);
	sequence_free(&text);
}

/* Lists the repeats in the trace, and what is inside them. */
static void
list_places(
    struct loop *loop, const struct trial *t, const struct sequence *text)
{
	for (size_t i = 0; i < t->repeats.n; i++) {
		const struct occurrence *o = &t->repeats.list[i];
		struct place p;

		if (!children_place(
			&p, &t->repeats, i, text, loop->median, true))
			continue;
		loop_add_place(loop, p);
		children_find(
		    loop, text, o->start, o->end, p.part != PLACE_WHOLE);
	}
}

/* Whether most rows of a symbol are of one length: then the median is. */
static bool
has_usual_row(const struct sequence *text, uint32_t symbol)
{
	uint32_t *kernels = xmalloc((text->n + 1) * sizeof *kernels);
	size_t rows = 0, same = 0;

	for (size_t i = 0; i < text->n; i++)
		if (text->symbol[i] == symbol)
			kernels[rows++] = sequence_kernels(text, i, i + 1);
	if (rows)
		numbers_usual(kernels, rows, &same);
	free(kernels);
	return 2 * same > rows;
}

/* None of its rows may be left out (sequence.h). */
static void
make_rows_whole(struct sequence *text, struct loop *loop)
{
	for (size_t i = 0; i < text->n; i++)
		text->symbol[i] += text->symbol[i] == loop->symbol;
	loop->symbol++;
}

static void
accept(struct loops *all, struct trial *t, struct sequence *text,
    const struct folding *f, uint32_t *symbol)
{
	struct loop *loop = add_loop(all, t);

	fold_body(loop, t, f, symbol);
	loop->symbol = *symbol + *symbol % 2;
	*symbol = loop->symbol + 2;
	if (f->loops)
		list_places(loop, t, text);
	loop_fold_repeats(text, &t->repeats, loop->symbol);
	if (loops_is_step(all, loop) || has_usual_row(text, loop->symbol))
		make_rows_whole(text, loop);
}

/* Folds the best loop, if there is one. */
static bool
fold_best(struct loops *all, struct sequence *text, struct folding *f,
    uint32_t *symbol)
{
	struct trial t;
	bool found;

	trial_find_best(&t, f);
	found = t.body.n > 0;
	if (found) {
		varying_go_inside(&t, f);
		verify_best(&t, f);
		if (!t.holds) {
			trial_bar(f, t.key);
			if (trial_take_rest(&t, f))
				verify_best(&t, f);
		}
		if (t.holds)
			accept(all, &t, text, f, symbol);
	}
	trial_free(&t);
	return found;
}

/*
 * The loops of the trace, without those whose bodies are barred; what it bars
 * itself is free again.
 */
static void
fold_trace(struct loops *all, const uint32_t *kernel, size_t n,
    struct folding *f, uint32_t symbol)
{
	struct sequence text;
	size_t bars = f->bars;

	sequence_of(&text, kernel, n);
	f->text = &text;
	f->loops = all;
	while (fold_best(all, &text, f, &symbol))
		;
	f->bars = bars;
	f->text = NULL;
	sequence_free(&text);
}

/*
 * Where steps come in random order, pairs of them repeat here and there and may
 * save more, as one long body, than each kind of step does. But if a step in a
 * loop comes outside of it, too, it is folded first: then the pairs are pairs
 * of letters, and must be more than chance (chance.c).
 */

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
	    count_outside(step, outer) * OUTSIDE_STEPS >= outer->places &&
	    loops_is_step(all, step);
}

/*
 * Whether a loop consists of such steps: of two kinds, or of several in a row.
 * One that holds a single one is a step itself, such as that of a training
 * beside the forward passes of an evaluation.
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
		if (any || holds_steps(trace, outer, step, 2))
			return true;
		any = true;
	}
	return false;
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

/* Bars the bodies of such loops from further trials; whether there are any. */
static bool
bar_compounds(struct folding *f, const struct loops *all,
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

void
loops_find(struct loops *all, const uint32_t *kernel, size_t n,
    const int64_t *idle, const struct cycle_limits *limits)
{
	struct folding f = {.limits = limits,
	    .idle = idle,
	    .first = n ? kernel[0] : 0,
	    .last = n ? kernel[n - 1] : 0,
	    .occurrence = price_of_occurrence(n)};
	uint32_t symbol = 0;
	bool found = true;

	*all = (struct loops){0};
	for (size_t i = 0; i < n; i++)
		symbol = kernel[i] >= symbol ? kernel[i] + 1 : symbol;
	for (int i = 0; i < COMPOUND_ROUNDS && found; i++) {
		loops_free(all);
		fold_trace(all, kernel, n, &f, symbol);
		found = bar_compounds(&f, all, kernel, n);
	}
	free(f.barred);
}
