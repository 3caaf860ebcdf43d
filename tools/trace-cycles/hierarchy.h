/*
 * hierarchy - which repeat is in which other one.
 *
 * Repeats of all loops lie inside each other or apart. So the repeat
 * around it tells its parent, whatever the order in which loops were found: one
 * loop may be the layer of two kinds of steps, and stand in no step at all.
 */
#pragma once

#include <stdbool.h>

#include "tools/trace-cycles/loop.h"

#define ITEM_NONE UINT32_MAX
#define ITEM_DROPPED (UINT32_MAX - 1) /* as the loop of an item */

/* A repeat of a loop. */
struct item {
	uint32_t start, end;
	uint32_t faults;
	uint32_t loop;   /* the number of its loop */
	uint32_t parent; /* the item that holds it, or ITEM_NONE */
	uint32_t kind;   /* of the cycle it is a repeat of */
	uint8_t part;    /* PLACE_WHOLE, ... */
	bool partial;    /* it, or what holds it, is not whole */
};

/* A cycle: a loop in a parent. */
struct item_kind {
	uint32_t loop;
	uint32_t parent; /* kind, or ITEM_NONE */
	size_t whole;    /* items that are not partial */
	size_t partial;  /* the other ones */
	bool is_lone;    /* it need not repeat */
};

/* A loop, and how many kernels a repeat has. */
struct loop_length {
	uint32_t median;
	uint32_t exact; /* without faults; 0 if that is not known */
	uint64_t key;   /* equal for bodies that are equal but for rotation */
	uint32_t last;  /* loops up to this number are inside it */
	bool is_step;   /* it has layers */
	bool is_lone;   /* it need not repeat */
};

struct hierarchy {
	struct item *item; /* by start, the outer before the inner */
	size_t n, cap;
	struct loop_length *length; /* of each loop */
	size_t length_cap;
	struct item_kind *kind; /* parents first */
	size_t kinds, kind_cap;
	uint32_t loops; /* numbers are below this */
};

/*
 * Sorts the places of all loops, and takes them from the loops. Places that are
 * cut off give way where they cross others, or are steps of another kind.
 */
void hierarchy_build(struct hierarchy *, struct loops *);

/* Where items may have been added or dropped. */
void hierarchy_arrange(struct hierarchy *);

/*
 * That, and cycles that do not repeat give way, as do a few layers that are
 * left of broken steps.
 */
void hierarchy_order(struct hierarchy *);

/* Unites loops of equal kernels in one parent, if they hold no others and begin
 * with the same symbol. */
void hierarchy_unite(struct hierarchy *, const uint32_t *symbol);

void hierarchy_free(struct hierarchy *);

/* The number of another loop. */
uint32_t hierarchy_new_loop(struct hierarchy *, uint32_t median, bool is_lone);

/* Adds a step. */
void hierarchy_add_step(
    struct hierarchy *, uint32_t start, uint32_t end, uint32_t loop);

/*
 * More steps, and repeats that are none, among the items: each in a file of its
 * own.
 *
 * step_pairs: steps that always follow each other, and so seem to be one.
 *
 * Of two of different kinds the second comes elsewhere in another form, such as
 * a prefill step that always follows that of a vision model: it has as many
 * layers as a decode step, and begins and ends with the same kernels.
 *
 * The others are steps by turns, such as those whose optimizer does more every
 * second time: they begin alike and end alike, and one of them has nothing else
 * but a few kernels. Where what is more stands behind two equal parts, as the
 * optimizer does behind two passes whose gradients are accumulated, the pair is
 * the step.
 *
 * Cuts the pairs among outermost cycles of n symbols into steps. If it is known
 * which kernels are an optimizer's, both must have some, or none.
 */
void step_pairs_cut(
    struct hierarchy *, const uint32_t *symbol, size_t n, const bool *update);

/*
 * updates: steps of a training of which names tell where they end.
 *
 * An optimizer runs once in a step, at its end. Where gradients of several
 * passes are accumulated, its kernels may be a few of thousands: then the
 * passes repeat rather than the steps, and of these there may be three. Where
 * an evaluation runs often, its forward pass repeats, in the steps as well.
 *
 * Joins forward passes and what is always behind one of them, with an
 * optimizer. Adds the steps between optimizers that come at regular distances,
 * unless most of them are there, and what is cut off; of n kernels, update[i]
 * says whether kernel i is an optimizer's. The caller orders the hierarchy
 * then.
 */
void updates_add_steps(
    struct hierarchy *, const uint32_t *symbol, const bool *update, uint32_t n);

/* Before that, drops cycles of which most repeats are several steps. */
void updates_drop_rows(
    struct hierarchy *, const uint32_t *symbol, const bool *update);

/*
 * lone_step: a step of its own kind between steps that repeat, such as the one
 * prefill step before many decode steps.
 *
 * A lone step does not repeat; only its layers do, or the request that it
 * begins. If steps with layers repeat, a stretch before, between or after them
 * is a step like them if rows of layers make up most of it and other kernels
 * the rest; in a request it must also have as many layers. It is two steps, as
 * those of a vision model and of the prefill behind it, if only the last row
 * has as many layers. If no steps repeat, nothing tells how far one would go.
 * One that the recording cut off is none: it has fewer layers than a step, and
 * begins or ends in one.
 *
 * Finds lone steps of n kernels.
 */
void lone_steps_add(struct hierarchy *, const uint32_t *symbol, uint32_t n,
    const struct cycle_limits *);

/*
 * usual_length: how many symbols a repeat has without faults, although each of
 * the repeats may have some.
 *
 * Repeats are aligned with one of the median length. From a symbol that all of
 * them have to the next one, most are as long as a repeat without faults:
 * faults at random are seldom at one place.
 *
 * Finds h->length[].exact, from items that are stretches of symbols.
 */
void usual_lengths_find(struct hierarchy *h, const uint32_t *symbol);

/*
 * false_repeats: repeats of few kernels that are none, for most of one is
 * something else, once what was corrected is back, or what repeated inside no
 * longer does.
 *
 * Drops the repeats that differ from most of their kind in more than half of
 * their kernels, with a row of repeats inside as one symbol.
 */
void false_repeats_drop(struct hierarchy *, const uint32_t *kernel);
