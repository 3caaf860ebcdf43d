#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "tools/trace-cycles/alignment.h"
#include "tools/trace-cycles/code_length.h"
#include "tools/trace-cycles/exact_repetitions.h"
#include "tools/trace-cycles/rotation.h"
#include "tools/trace-cycles/rotation_key.h"
#include "tools/trace-cycles/trial.h"

void
trial_bar(struct folding *f, uint64_t key)
{
	ARRAY_PUSH(f->barred, f->bars, &f->bar_cap, key);
}

bool
trial_is_barred(const struct folding *f, uint64_t key)
{
	for (size_t i = 0; i < f->bars; i++)
		if (f->barred[i] == key)
			return true;
	return false;
}

void
trial_free(struct trial *t)
{
	sequence_free(&t->body);
	tandem_arrays_free(&t->arrays);
	tandem_arrays_free(&t->likely);
	free(t->repeats.list);
	*t = (struct trial){0};
}

void
trial_align(struct trial *t, const struct folding *f)
{
	const struct sequence *body = &t->body;

	tandem_arrays_free(&t->arrays);
	alignment_find(&t->arrays, f->text, &body, 1, f->occurrence);
}

/* Cuts what is likely, from where `evidence` says that a repeat begins. */
static void
cut(struct trial *t, const struct folding *f,
    const struct tandem_arrays *evidence, const int64_t *idle)
{
	struct cutting how = {
	    f->text, &t->body, 0, f->loops != NULL, f->first, f->last};

	free(t->repeats.list);
	t->repeats = (struct occurrences){0};
	rotation_choose(&how.rotation, &how, evidence, idle);
	t->rotation = how.rotation;
	occurrences_find(&t->repeats, &how, &t->likely);
}

void
trial_find_repeats(
    struct trial *t, const struct folding *f, const int64_t *idle)
{
	tandem_arrays_free(&t->likely);
	tandem_arrays_likely(&t->likely, &t->arrays, f->text, &t->body);
	cut(t, f, &t->likely, idle);
}

/* Marks the blocks that are in repeats which do not count, and in no other. */
static void
mark_parted(bool *out, const struct trial *t)
{
	const struct occurrences *o = &t->repeats;

	for (size_t k = 0, i = 0; k < t->likely.blocks; k++) {
		const struct block *b = &t->likely.block[k];
		size_t counted = 0, seen = 0;

		while (i < o->n && o->list[i].end <= b->start)
			i++;
		for (; i + seen < o->n &&
		     o->list[i + seen].start < b->start + b->n;
		     seen++)
			counted += o->list[i + seen].counts;
		out[k] = seen > 0 && counted == 0;
	}
}

/* Whether the text begins with a repeat. */
static bool
begins_whole(const struct occurrences *all)
{
	return all->n > 0 && all->list[0].counts && all->list[0].start == 0;
}

/* Cuts without what is of another kind. */
static void
cut_rest(struct trial *t, const struct folding *f)
{
	struct tandem_arrays rest;
	bool *out = xcalloc(t->likely.blocks + 1, sizeof *out);

	mark_parted(out, t);
	tandem_arrays_without(&rest, &t->likely, out);
	cut(t, f, &rest, f->idle);
	tandem_arrays_free(&rest);
	free(out);
}

void
trial_part_kinds(struct trial *t, const struct folding *f)
{
	bool whole = f->loops && begins_whole(&t->repeats);

	if (!occurrences_part_kinds(&t->repeats, f->text))
		return;
	cut_rest(t, f);
	if (!occurrences_part_kinds(&t->repeats, f->text) && whole &&
	    !begins_whole(&t->repeats))
		cut(t, f, &t->likely, f->idle);
}

struct steps
trial_steps(const struct trial *t, const struct folding *f)
{
	struct steps s = {0};

	for (size_t i = 0; f->loops && i < t->body.n; i++) {
		const struct loop *step =
		    loops_find_step(f->loops, t->body.symbol[i]);

		if (step)
			s.only = !s.any || s.only == step ? step : NULL;
		s.any = s.any || step;
	}
	return s;
}

void
trial_run(struct trial *t, const struct folding *f)
{
	t->saved = 0;
	trial_align(t, f);
	trial_find_repeats(t, f, NULL);
	t->holds = occurrences_agree(
	    &t->repeats, f->text, f->loops, trial_steps(t, f), &t->median);
	if (t->holds)
		t->saved =
		    occurrences_saved(&t->repeats,
			t->body.n > 1 ? f->occurrence : PRICE_OCCURRENCE) -
		    code_length_in_symbols(t->body.symbol, t->body.n);
}

void
trial_take_root(struct sequence *b)
{
	for (size_t p = 1; p <= b->n / 2; p++)
		if (b->n % p == 0 &&
		    memcmp(b->symbol, b->symbol + p,
			(b->n - p) * sizeof *b->symbol) == 0)
			b->n = p;
}

bool
trial_take_rest(struct trial *t, const struct folding *f)
{
	size_t n = t->body.n, longest = 0, row = 0, end = 0;
	struct sequence rest;

	if (!trial_steps(t, f).any)
		return false;
	for (size_t i = 0; i < 2 * n; i++) {
		bool is_step = loops_find_step(f->loops, t->body.symbol[i % n]);

		row = is_step ? 0 : row + 1;
		if (row > longest) {
			longest = row;
			end = i + 1;
		}
	}
	sequence_unroll(&rest, &t->body, (uint32_t)(end - longest), 1);
	rest.n = longest;
	trial_take_root(&rest);
	trial_free(t);
	t->body = rest;
	if (rest.n < 2)
		return false;
	t->key = rotation_key(rest.symbol, rest.n);
	if (trial_is_barred(f, t->key))
		return false;
	trial_run(t, f);
	return t->saved > 0;
}

bool
trial_holds_repeat(const struct sequence *ring, const struct sequence *body)
{
	struct sequence twice;
	struct cutting how = {.text = &twice, .body = body};
	struct tandem_arrays arrays;
	bool found = false;

	sequence_unroll(&twice, ring, 0, 2);
	alignment_find(&arrays, &twice, &body, 1, PRICE_OCCURRENCE);
	for (size_t a = 0; a < arrays.blocks && !found; a++) {
		struct occurrences all;

		if (!arrays.block[a].begins)
			continue;
		how.rotation = arrays.block[a].place;
		occurrences_find(&all, &how, &arrays);
		for (size_t i = 0; i < all.n; i++)
			found |= all.list[i].counts && all.list[i].array == a;
		free(all.list);
	}
	tandem_arrays_free(&arrays);
	sequence_free(&twice);
	return found;
}

/*
 * Whether a body is that of an earlier trial but for faults: then two copies of
 * it hold a repeat of that.
 */
static bool
is_known(const struct trial *t, const struct sequence *body)
{
	size_t off =
	    t->body.n > body->n ? t->body.n - body->n : body->n - t->body.n;

	return off <= t->body.n / TOLERATED &&
	    trial_holds_repeat(body, &t->body);
}

/*
 * Whether there are enough bodies of about that length: not of more than twice
 * as many symbols or less than half. Layers, and several of them with some
 * fault, must not keep steps out.
 */
static bool
are_enough(const struct trial *trial, int n, size_t length)
{
	int alike = 0;

	for (int i = 0; i < n; i++)
		alike += trial[i].body.n < 2 * length &&
		    length < 2 * trial[i].body.n;
	return alike >= CANDIDATES_ALIKE;
}

/* Whether a candidate is tried; then its body is there. */
static bool
admit(struct trial *t, const struct folding *f, const struct candidate *c)
{
	uint32_t kernels;

	if (c->start + c->period > f->text->n)
		return false;
	kernels = sequence_kernels(f->text, c->start, c->start + c->period);
	t->key = rotation_key(f->text->symbol + c->start, c->period);
	if (!limits_allow_length(f->limits, kernels) ||
	    trial_is_barred(f, t->key))
		return false;
	sequence_part(&t->body, f->text, c->start, c->start + c->period);
	return true;
}

/* Makes trials of the most promising candidates. Returns how many. */
static int
make_trials(struct trial *trial, const struct folding *f,
    const struct candidate *c, size_t n)
{
	int trials = 0, seen = 0;

	for (size_t i = 0;
	     i < n && trials < CANDIDATES && seen < CANDIDATES_SEEN; i++) {
		bool known = false;

		if (are_enough(trial, trials, c[i].period) ||
		    !admit(&trial[trials], f, &c[i]))
			continue;
		seen++;
		for (int k = 0; k < trials && !known; k++)
			known = is_known(&trial[k], &trial[trials].body);
		if (known)
			trial_free(&trial[trials]);
		else
			trials++;
	}
	return trials;
}

/* The first of equal ones has the shorter body, or comes first in the text. */
static bool
is_better(const struct trial *a, const struct trial *b)
{
	if (a->saved != b->saved)
		return a->saved > b->saved;
	return a->saved > 0 && a->body.n < b->body.n;
}

void
trial_find_best(struct trial *best, const struct folding *f)
{
	struct trial trial[CANDIDATES] = {0};
	struct candidate *c;
	size_t n;
	int trials;

	*best = (struct trial){0};
	if (f->text->n < 3)
		return;
	n = repetitions_candidates(f->text->symbol, f->text->n, &c);
	trials = make_trials(trial, f, c, n);
	free(c);
	for (int i = 0; i < trials; i++) {
		trial_run(&trial[i], f);
		if (!trial[i].holds)
			trial_take_rest(&trial[i], f);
		if (is_better(&trial[i], best)) {
			struct trial old = *best;

			*best = trial[i];
			trial[i] = old;
		}
		trial_free(&trial[i]);
	}
}
