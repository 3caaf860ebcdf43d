/*
 * partners - the rows that may have partners, in the order of time, and the
 * pairs that they make.
 *
 * Texts are numbers of pools, ranks their places in the order of ranks. Memory:
 * 56 bytes a row and 24 a pair.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/pool.h"

struct row {
	int64_t ts, end; /* ns */
	int64_t number;
	uint32_t rank, sequence, key, name;
	uint32_t peer;  /* POOL_NONE if it has none */
	uint32_t bytes; /* the caller's */
	bool source, target;
};

/* A side of PARTNERS_NONE has no partner. */
#define PARTNERS_NONE SIZE_MAX

struct pair {
	size_t source, target; /* rows */
	uint32_t n;            /* from 1, of the pairs of a kind */
};

struct partners {
	struct row *row;
	size_t n, cap;
	struct pair *pair;
	size_t pairs, pair_cap;
};

void partners_free(struct partners *);

/* By sequence, rank, time, end, key and number; comes before pairing. */
void partners_sort(struct partners *);

/* After the last row from `from` on of the same sequence; with `rank`, also of
 * the same rank. */
size_t partners_end(const struct partners *, size_t from, bool rank);

void partners_add(struct partners *, size_t source, size_t target, uint32_t n);

/* The outcome of pairing two ranks' sequences. */
struct partners_verdict {
	uint32_t rank, reference;
	int result;     /* enum lag_result; LAG_FOUND: but events are lost */
	size_t pairs;   /* then these are sure */
	size_t lost[2]; /* of the reference and the other one, at least */
};

/* Is told of ranks that do not fit, or that lost events in the middle. */
typedef void partners_tell(void *context, const struct partners_verdict *);

/*
 * Pairs each rank's n-th row with that of the lowest rank of its sequence, as
 * lags of up to `most` have it, also where events are lost (lag.h).
 */
void partners_pair_nth(
    struct partners *, int64_t most, partners_tell *, void *context);

/*
 * Pairs rows of one key and rank: the earliest with each later one. Sorted by
 * partners_sort with the key as the sequence.
 */
void partners_pair_by(struct partners *);

/*
 * Pairs the n-th source with the n-th target of a rank. What has no partner is
 * a pair with one side.
 */
void partners_pair_anchors(struct partners *);

/*
 * Pairs rows of different ranks that have the same tag, which is the sequence
 * of partners_sort, in the order of the sources: see pair_by_tag.c. What has no
 * partner is a pair with one side; targets of this kind come last.
 */
void partners_pair_tags(struct partners *, bool peers);
