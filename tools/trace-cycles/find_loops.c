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
		found = compounds_bar(&f, all, kernel, n);
	}
	free(f.barred);
}
