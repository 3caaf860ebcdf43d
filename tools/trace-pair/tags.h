/*
 * tags - pairs sends with receives: rows of different ranks that have the same
 * tag, and with peers only if each is the other's.
 *
 * A program that runs the same step again sends under the same tag again. Which
 * source of a rank belongs to which target of another, lag.h tells by their
 * ends, also where events are lost; if it cannot, as of few, the n-th belongs
 * to the n-th, but only if there are as many and they keep their distance.
 */
#pragma once

#include <stdbool.h>

#include "tools/trace-pair/lag.h"
#include "tools/trace-pair/partners.h"

/*
 * Pairs rows that partners_sort put in order, with the tag as the sequence, in
 * the order of the sources. A source without a partner is a pair with one
 * side.
 */
void tags_pair(struct partners *, bool peers);

/*
 * Sends of one rank and receives of another, and which of them belong together.
 */

/* The counts of two ranks' tags, or that their ends already paired them. */
enum sides_state {
	SIDES_EQUAL,   /* each tag is as often on both sides, as far as known */
	SIDES_UNEQUAL, /* events are lost: their order tells nothing */
	SIDES_KNOWN    /* their pairs */
};

/* Rows of one tag, and some of them: those of one rank. */
struct stretch {
	size_t from, to;
};

/* The sources of one rank and the targets of another that may be partners. */
struct sides {
	size_t *source, *target; /* rows; room for all of a tag */
	size_t sources, targets;
	struct lag_event *event; /* room for both */

	/* of all tags: */
	struct ended *ended; /* all rows */
	uint32_t *seen;      /* tags, and how often: room for both sides */
	size_t tags, ranks;
	unsigned char *state; /* of two ranks, enum sides_state */
};

/* A row in the order of ranks and ends. */
struct ended {
	uint32_t rank;
	int64_t end;
	size_t row;
};

/* Room for all rows; sides_close frees it. */
void sides_open(const struct partners *, struct sides *);
void sides_close(struct sides *);

/*
 * Rows of a stretch that may belong to a rank: its sources or its targets, with
 * peers only those whose peer is that rank, or none. Returns how many.
 */
size_t sides_collect(const struct partners *, struct stretch, uint32_t rank,
    bool peers, bool source, size_t *at);

/* Both sides as lag.h wants them: valid until the next call. */
struct lag_pair sides_events(const struct partners *, const struct sides *);

/* Pairs those that belong together by their ends, if LAG_FOUND. */
enum lag_result sides_pair_by_ends(
    struct partners *, const struct sides *, const struct lag_pair *);

/*
 * The same for one tag; if the ends do not tell and they are `whole`, as far
 * as known, in order, when no side lacks any.
 */
void sides_pair_in_order(struct partners *, const struct sides *, bool whole);
