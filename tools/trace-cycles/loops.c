#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "tools/trace-cycles/chance.h"
#include "tools/trace-cycles/children.h"
#include "tools/trace-cycles/compound.h"
#include "tools/trace-cycles/consensus.h"
#include "tools/trace-cycles/contest.h"
#include "tools/trace-cycles/fold.h"
#include "tools/trace-cycles/loops.h"
#include "tools/trace-cycles/varying.h"

/* A new loop, which takes over the body of a trial. */
static struct loop *
add_loop(struct loops *all, struct trial *t, uint32_t *symbol)
{
	struct loop *loop = loops_add(all,
	    (struct loop){.body = t->body,
		.key = t->key,
		.rotation = t->rotation,
		.median = t->median,
		.symbol = *symbol});

	if (!loop)
		return NULL;
	++*symbol;
	t->body = (struct sequence){0};
	return loop;
}

/* Whether a body is its first p symbols, again and again. */
static bool
is_power(const struct sequence *b, size_t p)
{
	for (size_t i = p; i < b->n; i++)
		if (b->symbol[i] != b->symbol[i - p])
			return false;
	return b->n % p == 0;
}

/* Ten equal steps are no body, but one of them is. */
static void
take_root(struct sequence *b)
{
	for (size_t p = 1; p <= b->n / 2; p++)
		if (b->n % p == 0 && is_power(b, p))
			b->n = p;
}

/*
 * The body becomes what most repeats agree on. A stretch with too many faults
 * is something else, such as steps of another kind. It has no vote, because the
 * other kinds together may be more.
 */
static int
improve(struct trial *t, const struct folding *f)
{
	int changed = consensus_improve(&t->body, f->text, &t->likely);

	if (changed <= 0)
		return changed;
	take_root(&t->body);
	trial_align(t, f);
	return trial_find_repeats(t, f, NULL);
}

/* Finds the repeats of the best trial again; decides whether it is a loop. */
static int
verify_best(struct trial *t, const struct folding *f, const struct loops *all)
{
	int alike;

	if (improve(t, f) || trial_find_repeats(t, f, f->idle) ||
	    trial_part_kinds(t, f, f->idle))
		return -1;
	alike = occurrences_agree(&t->repeats, f->text, f->is_trace,
	    trial_has_steps(t, f), &t->median);
	t->holds = alike > 0 && limits_allow_length(f->limits, t->median) &&
	    limits_allow_row(f->limits, occurrences_longest_row(&t->repeats));
	if (alike < 0)
		return -1;
	if (t->holds && f->is_trace) {
		int chance = chance_explains(t, f, all);

		t->holds = chance == 0;
		return chance < 0 ? -1 : 0;
	}
	return 0;
}

static int fold_all(
    struct loops *, struct sequence *, struct folding *, uint32_t *symbol);

/* Finds the loops in the body of a loop. */
static int
fold_body(struct loop *loop, const struct folding *f, uint32_t *symbol)
{
	struct sequence text;
	struct folding inside = {
	    .text = &text, .limits = f->limits, .occurrence = PRICE_OCCURRENCE};
	int rc = sequence_unroll(&text, &loop->body, loop->rotation, 1);

	if (rc == 0) {
		inside.first = text.symbol[0];
		inside.last = text.symbol[text.n - 1];
	}
	if (rc == 0)
		rc = fold_all(&loop->inner, &text, &inside, symbol);
	sequence_free(&text);
	return rc;
}

/* Lists the repeats in the trace, and what is inside them. */
static int
list_places(
    struct loop *loop, const struct trial *t, const struct sequence *text)
{
	for (size_t i = 0; i < t->repeats.n; i++) {
		struct occurrence o = t->repeats.list[i];
		struct place p;

		if (!children_place(
			&p, &t->repeats, i, text, loop->median, true))
			continue;
		o.partial = p.part != PLACE_WHOLE;
		if (loop_add_place(loop, p) || children_find(loop, text, &o))
			return -1;
	}
	return 0;
}

/* Once it is known what is inside. */
static int
leave_out_ends(
    const struct loop *loop, struct trial *t, const struct sequence *text)
{
	size_t n = loop->inner.n;
	uint32_t *inner = xmalloc((n + 1) * sizeof *inner);

	if (!inner)
		return -1;
	for (size_t i = 0; i < n; i++)
		inner[i] = loop->inner.loop[i].median;
	occurrences_leave_out_ends(&t->repeats, text, inner, n);
	free(inner);
	return 0;
}

static int
accept(struct loops *all, struct trial *t, struct sequence *text,
    const struct folding *f, uint32_t *symbol)
{
	struct loop *loop = add_loop(all, t, symbol);

	if (!loop || fold_body(loop, f, symbol) ||
	    (f->is_trace &&
		(leave_out_ends(loop, t, text) || list_places(loop, t, text))))
		return -1;
	return fold_repeats(text, &t->repeats, loop->symbol);
}

/* Folds the best loop. Returns 1, 0: there is none, or -1: no memory. */
static int
fold_best(struct loops *all, struct sequence *text, struct folding *f,
    uint32_t *symbol)
{
	struct trial t;
	int rc = contest_find(&t, f);

	if (rc == 0 && t.body.n)
		rc = varying_go_inside(&t, f);
	if (rc == 0 && t.body.n) {
		rc = verify_best(&t, f, all);
		if (rc == 0)
			rc = t.holds ? accept(all, &t, text, f, symbol)
				     : trial_bar(f, t.key);
		rc = rc ? -1 : 1;
	}
	trial_free(&t);
	return rc;
}

static int
fold_all(struct loops *all, struct sequence *text, struct folding *f,
    uint32_t *symbol)
{
	int rc = 1;

	while (rc > 0)
		rc = fold_best(all, text, f, symbol);
	free(f->barred);
	f->barred = NULL;
	return rc;
}

/* The loops of the trace, without those whose bodies are barred. */
static int
fold_trace(struct loops *all, const uint32_t *kernel, size_t n,
    const struct folding *how, uint32_t symbol)
{
	struct sequence text;
	struct folding f = *how;
	int rc = sequence_of(&text, kernel, n);

	f.text = &text;
	f.loops = all;
	f.barred = NULL;
	f.bars = f.bar_cap = 0;
	for (size_t i = 0; i < how->bars && rc == 0; i++)
		rc = trial_bar(&f, how->barred[i]);
	if (rc == 0)
		rc = fold_all(all, &text, &f, &symbol);
	sequence_free(&text);
	return rc;
}

/* Bars loops that are several steps: how many they are, or -1: no memory. */
static int
bar_compounds(struct folding *f, const struct loops *all,
    const uint32_t *kernel, size_t n)
{
	struct sequence trace;
	int found = sequence_of(&trace, kernel, n);

	if (found == 0)
		found = compounds_bar(f, all, &trace);
	sequence_free(&trace);
	return found;
}

int
loops_find(struct loops *all, const uint32_t *kernel, size_t n,
    const int64_t *idle, const struct cycle_limits *limits)
{
	struct folding f = {.limits = limits,
	    .idle = idle,
	    .is_trace = true,
	    .first = n ? kernel[0] : 0,
	    .last = n ? kernel[n - 1] : 0,
	    .occurrence = price_of_occurrence(n)};
	uint32_t symbol = 0;
	int rc = 0, found = 1;

	*all = (struct loops){0};
	for (size_t i = 0; i < n; i++)
		symbol = kernel[i] >= symbol ? kernel[i] + 1 : symbol;
	for (int i = 0; i < COMPOUND_ROUNDS && found > 0; i++) {
		loops_free(all);
		rc = fold_trace(all, kernel, n, &f, symbol);
		found = rc ? -1 : bar_compounds(&f, all, kernel, n);
	}
	free(f.barred);
	return rc || found < 0 ? -1 : 0;
}
