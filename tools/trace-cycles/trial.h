/*
 * trial - the symbols that a loop would save, and the loop that saves most.
 *
 * Its body is aligned with the whole text, and the repeats that count are
 * found. They save what they need not be written for (all that matches would
 * make a dictionary of a long body), less the price of the body, folded itself.
 */
#pragma once

#include "tools/trace-cycles/loop.h"
#include "tools/trace-cycles/occurrence.h"

/* A text that loops are sought in. */
struct folding {
	const struct sequence *text;
	const struct cycle_limits *limits;
	const int64_t *idle;       /* before each kernel, in ns; or NULL */
	const struct loops *loops; /* folded in it; NULL: it is no trace */
	uint32_t first, last;      /* kernels of the trace */
	int64_t occurrence;        /* price of one */

	/* bodies that turned out to be no loops */
	uint64_t *barred;
	size_t bars, bar_cap;
};

/* A body that was aligned with the text. */
struct trial {
	struct sequence body;
	uint64_t key; /* of the candidate it began as: equal for rotations */
	struct tandem_arrays arrays, likely;
	uint32_t rotation;
	struct occurrences repeats;
	uint32_t median; /* kernels of these */
	bool holds;      /* they are alike, and at least two */
	int64_t saved;
};

void trial_free(struct trial *);

/* Aligns the body of a trial with the text; finds its repeats. */
void trial_align(struct trial *, const struct folding *);
void trial_find_repeats(
    struct trial *, const struct folding *, const int64_t *idle);

/*
 * Repeats of another kind (occurrences_part_kinds) do not count, and have no
 * say in where a repeat begins: so all are cut again. If there is no other kind
 * then, and the trace no longer begins with a repeat, they are cut as before.
 */
void trial_part_kinds(struct trial *, const struct folding *);

/* Aligns, finds repeats, and what they save. */
void trial_run(struct trial *, const struct folding *);

/* Whether two copies of a ring hold a repeat of a body. */
bool trial_holds_repeat(
    const struct sequence *ring, const struct sequence *body);

/* The steps in the body that were folded in the text. */
struct steps trial_steps(const struct trial *, const struct folding *);

/* Ten equal steps are no body, but one of them is. */
void trial_take_root(struct sequence *body);

/*
 * Leaves of a body that is no loop what is longest between two steps. It may be
 * a step that never follows itself, such as one that verifies drafts. Returns
 * whether that saves anything.
 */
bool trial_take_rest(struct trial *, const struct folding *);

/* Bars a body from further trials. */
void trial_bar(struct folding *, uint64_t key);
bool trial_is_barred(const struct folding *, uint64_t key);

/*
 * The loop that saves most of the most promising candidates, with an empty body
 * if none saves anything.
 */
void trial_find_best(struct trial *, const struct folding *);

/*
 * varying: repeats that differ in how often they hold a repeat of another loop.
 *
 * Two requests of sixteen decode steps each are equal, and save most as one
 * long loop; a third one of eighteen then has two steps too many. Once the
 * steps are folded, all three are alike, because a row of repeats is one symbol
 * whatever their number.
 *
 * While the repeats of the best trial differ by whole repeats of a loop inside
 * its body, replaces it by that loop.
 */
void varying_go_inside(struct trial *, const struct folding *);

/*
 * chance: whether steps in random order would look like a loop as well.
 *
 * A source writes rows of equal steps: it goes on with another kind than
 * before, each at its frequency, and after each step the row ends with one
 * probability, as where the size of a batch drifts. A loop tells the rows of
 * all repeats but the first, and saves their bits (Shannon, "A mathematical
 * theory of communication", 1948). How many steps are in a row must be told for
 * each repeat, at the frequency of these numbers. To say where rows of repeats
 * are and what they repeat takes bits, too. A loop that does not save more, and
 * a margin, is no cycle: its steps are.
 *
 * Whether a trial holds steps that were folded, and a source without memory
 * explains their order just as well.
 */
bool chance_explains(const struct trial *, const struct folding *);

/*
 * compounds: loops of several steps that were folded before each kind of step.
 *
 * Where steps come in random order, pairs of them repeat here and there and may
 * save more, as one long body, than each kind of step does. But if a step in a
 * loop comes outside of it, too, it is folded first: then the pairs are pairs
 * of letters, and must be more than chance (chance.c).
 *
 * Bars the bodies of such loops, of all that were folded in n kernels, from
 * further trials. Returns whether there are any.
 */
bool compounds_bar(struct folding *, const struct loops *all,
    const uint32_t *kernel, size_t n);
