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

/*
 * After that, and where items may have been added or dropped. Cycles that do
 * not repeat give way, as do a few layers that are left of broken steps.
 */
void hierarchy_order(struct hierarchy *);

void hierarchy_free(struct hierarchy *);

/* The number of another loop. */
uint32_t hierarchy_new_loop(struct hierarchy *, uint32_t median, bool is_lone);

/* Adds a step. */
void hierarchy_add_step(
    struct hierarchy *, uint32_t start, uint32_t end, uint32_t loop);
