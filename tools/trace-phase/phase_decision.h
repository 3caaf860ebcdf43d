/*
 * phase_decision - the phase of each cycle by all evidence, in a stated order.
 *
 * Strongest first: labels of the table (annotations of the engine, by way of
 * its events); kernels that run in one phase only; kernels that are likelier in
 * one; time, in the order that engines keep. Time compares steps of one GPU
 * with as many layers. It is not asked where a step is one of training or of a
 * model of images.
 *
 * Kernels of one phase only stand against time, which is said in the reason.
 * Whatever else contradicts makes the phase unknown, and so does a prefill that
 * may be mixed: one kernel computes the attention of prompts and of generated
 * tokens, and there was decode before it.
 */
#pragma once

#include "tools/trace-phase/cycle.h"

/* Why what is inside a training has no phase. */
#define JUDGE_INSIDE "training: inside a step of training"

/* How the reason of a request begins, which the phases follow; other tools read
 * this. */
#define JUDGE_HOLDS "holds steps of"

/*
 * Which cycles are steps of an engine, and how many steps each is.
 *
 * A cycle with layers inside is a step, as often as it repeats; a step that
 * comes once is a cycle, too. Where a trace holds two lone steps and nothing
 * else, their layers are the cycles.
 */

enum { STEPS_SIGNIFICANT = 1000 }; /* 1 %, as coverage is counted */

/*
 * Fills in compared, row, request, steps and layers. It compares cycles of the
 * main streams: those of the outermost level where one repeats that covers
 * at least STEPS_SIGNIFICANT of its GPU's kernel time; of these, the ones that
 * cover as much themselves, or that have layers. Where one is a request, which
 * holds steps and the layers of a lone step, those inside it are compared
 * instead.
 */
void steps_find(
    struct judged_cycle *, size_t n, size_t gpus, const bool *is_main);

/* The cycle is a request: what is inside it is compared instead. Where no step
 * of it repeats, what has no layers is a row of them. */
void steps_open(struct judged_cycle *, size_t n, size_t request);

/* Have two steps as many layers, in all or in a row of like ones: one may hold
 * another model, too, of images or of drafts? */
bool steps_as_deep(const struct judged_cycle *, const struct judged_cycle *);

/* The same, or in all half or twice as many: two layers are one cycle where two
 * kinds take turns. */
bool steps_of_one_model(
    const struct judged_cycle *, const struct judged_cycle *);

/*
 * Fills in the empty phases of n cycles on `gpus` GPUs with `streams` streams,
 * with their reasons; `classic`: by compare_counts alone. On a GPU where no
 * label says more than unknown, unknown counts as empty. A cycle inside another
 * takes its phase.
 */
void judge(
    struct judged_cycle *, size_t n, size_t gpus, size_t streams, bool classic);

/*
 * Comparison of the steps of one GPU, to tell their phases.
 *
 * Prefill computes more tokens than decode, so its step takes longer: in all
 * and per kernel on average, without attention and communication where names
 * tell these. Steps with as many layers are compared (steps_of_one_model);
 * where layers are not known, with as many kernels within a factor of two. One
 * must have layers, else all may be layers themselves. A step of an engine is
 * not compared with one of another program, such as a model of images beside
 * it.
 *
 * Prompts of several lengths differ in time, too. So time is evidence only with
 * the order that engines keep: decode goes on for several steps, prefill begins
 * a request and is rare. Order alone is no evidence, for batches and adapters
 * make rare steps as well.
 */

enum {
	/* A step of prefill takes COMPARE_LONGER times as long as the usual
	 * one of decode, and the longest at most COMPARE_LONGEST times as long
	 * as it, or it takes COMPARE_CLEARLY times as long: batches of decode
	 * differ, too. One of decode takes at most 1.5 times the usual one. */
	COMPARE_LONGER = 2,
	COMPARE_LONGEST = 2,
	COMPARE_CLEARLY = 4,
	COMPARE_TENTHS_LIKE = 15,
	/* Where layers are not known, one of two steps of a model has up to
	 * this many times as many kernels: phases have some of their own. */
	COMPARE_KERNELS = 2,
	/* Decode comes in rows of this many steps on average; two kinds of
	 * prompts in random order come in rows of two. After one long step that
	 * came first, there is no such order, and rows of two are enough. */
	COMPARE_ROW = 4,
	COMPARE_ROW_AFTER = 2,
	/* Steps stand alone if their rows have fewer tenths of a step on
	 * average: most of them do not follow another then. */
	COMPARE_TENTHS_ALONE = 15,
	/* Where long steps come in rows, too, there are 2.5 times as many short
	 * ones: tests of one batch after the other have as many. */
	COMPARE_TENTHS_MORE = 25,
	/* Short steps that stand alone are no short prompts where they are this
	 * many times as many as all long ones: prefill is rare. */
	COMPARE_MORE = 4,
	/* This many times as many short steps, after a first long one, are no
	 * chance in programs that are no engine, either. */
	COMPARE_STRONG = 16
};

/* The result of comparing one cycle. */
struct comparison {
	enum phase phase; /* PHASE_EMPTY: nothing */
	bool strong;      /* position and number agree with time */
	char why[CYCLE_REASON / 2];
};

/* Sets v[i] for the cycles of a GPU that are compared. */
void compare_steps(
    const struct judged_cycle *, size_t n, size_t gpu, struct comparison *);

/*
 * The classic rule, which knows no other evidence: fills in the empty phases of
 * the cycles of one GPU that are compared. The one with most steps is decode,
 * the one with fewest prefill. Equal steps: the one that starts earlier is
 * prefill; then the one that comes first in the array. A phase that a label
 * already there claims is not given a second time.
 */
void compare_counts(struct judged_cycle *, size_t n, size_t gpu);
