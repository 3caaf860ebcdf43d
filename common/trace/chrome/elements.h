/*
 * elements - the events of one array, out of an input.
 *
 * Damage. An event that scan.h refuses, or that is too long for the input, is
 * lost. Reading continues at the first place after its first byte that looks
 * like an event's start to resync.h. If that event breaks at the same bad byte,
 * or if both were nested too deep, reading continues after the later byte, so
 * that nothing is read again and again. Each event's start that led to no event
 * counts as one event lost. So does other text between two events, except
 * punctuation alone, which is damage without a loss.
 */
#ifndef COMMON_TRACE_CHROME_ELEMENTS_H
#define COMMON_TRACE_CHROME_ELEMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/json/jsonin.h"
#include "common/json/skim.h"

enum elements_result {
	ELEMENTS_EVENT,
	ELEMENTS_END,   /* of the array; its bracket has been read */
	ELEMENTS_CUT,   /* the input ends: see `cut` */
	ELEMENTS_LIMIT, /* the next event begins at the limit or after it */
	ELEMENTS_FAILED /* reading failed: see the input's error */
};

struct elements {
	struct jsonin *j;
	int64_t number; /* elements so far */
	int64_t lost;
	bool events;     /* at least one begins as an object */
	int64_t foreign; /* how often other things than commas were skipped */
	const char *cut; /* how the input ends, or NULL between two elements */

	/* below: for elements.c only */
	const struct skim_words *words; /* of the events to show */
	blocks_fill *fill;
	struct skim skim;
	bool skimming;  /* its places count from the first unread byte */
	bool tail;      /* the unread bytes are the last */
	bool astray;    /* something was lost since the last event */
	int64_t broken; /* the last byte that broke an event */
	bool deep;      /* since it was nested too deep */
	size_t done;    /* unread bytes that have been dealt with */
	int64_t limit;
};

/* Before the first array. */
void elements_init(struct elements *, struct jsonin *);

/*
 * Which events to show from here on: all, if not called. The words must outlive
 * their use.
 */
void elements_pass(struct elements *, const struct skim_words *);

/* Events that begin at this place of the input or after it wait. */
void elements_limit(struct elements *, int64_t place);

/*
 * The next event, the text of an object; valid until the next call. Its
 * brackets and strings are in order; when reading its fields meets anything
 * unusual, elements_check has to tell whether it is sound.
 */
enum elements_result elements_next(struct elements *, struct span *event);

/*
 * Checks the last event: ELEMENTS_EVENT, with the event as scan.h sees it, or
 * as elements_next; ELEMENTS_LIMIT also says that it is lost.
 */
enum elements_result elements_check(struct elements *, struct span *event);

/*
 * Whether the last event is a candidate; false only for one that the words want
 * to be shown for counting, which is no loss if it cannot be read.
 */
bool elements_candidate(const struct elements *);

/*
 * Where the input stands, if that is between two events and nothing was lost
 * since the last one; else -1.
 */
int64_t elements_at(const struct elements *);

/* Goes on at that byte of the input, as jsonin_seek. Returns 0, or -1. */
int elements_seek(struct elements *, int64_t place);

/* Skips to where an event seems to start: 1, 0 at the end, -1 failed. */
int elements_guess(struct elements *);

/* Outside of arrays: goes on at the event's start that a search has found. */
void elements_found(struct elements *);

#endif
