/*
 * skim - skip the events of a trace that the caller did not ask for.
 *
 * An event is a candidate when one of its strings is one of the words asked
 * for, or when it has a \u escape; its fields then tell whether it is wanted.
 * Bitmaps (blocks.h) tell where events begin and end by counting brackets, so
 * the inside of an event is hardly read. This trusts the quotes. A stray quote
 * turns strings inside out. These signs, which a sound trace has never or
 * rarely, show it:
 * - a { in a string, and after it, blanks apart, a quote: an object's start,
 * - a NUL, which JSON has nowhere,
 * - something other than blanks and commas between events,
 * - an event of more than SKIM_LONG bytes.
 * There skim stops at the event's start, and a careful reader takes over.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"
#include "common/json/blocks.h"

enum { SKIM_LONG = 64 * 1024, SKIM_WORDS = 16 };

/* The words that make an event a candidate. */
struct skim_words {
	bool all;   /* all events are candidates */
	bool count; /* show the others, too: see `hit` */
	int n;
	struct span word[SKIM_WORDS];
	char initials[INITIALS]; /* lower case; the first stands for missing
				    ones */
	int letters;
};

/*
 * Adds a word. Words may begin with up to INITIALS different letters; when
 * there are more, or too many words, or a word with characters that JSON writes
 * in several ways, all events become candidates.
 */
void skim_add(struct skim_words *, struct span word);

/* Whether events of a category are shown; NULL: all are. */
static inline bool
skim_wants(const struct skim_words *w, struct span category)
{
	bool wants = !w || w->all || w->count;

	for (int i = 0; !wants && i < w->n; i++)
		wants = span_equal(w->word[i], category);
	return wants;
}

enum skim_result {
	SKIM_EVENT, /* `start` to `end` is an event, a candidate if `hit` */
	SKIM_MORE,  /* the bytes end; go on from `start` when there are more */
	SKIM_LIMIT, /* the event that begins at `start` is at the limit */
	SKIM_ODD    /* look carefully at what begins at `start` */
};

struct skim {
	size_t start, end; /* places in the bytes */
	bool hit;
	int64_t passed; /* events passed over since skim_start */
	int64_t limit;  /* events that begin at this place of the bytes or after
			   it are not read */

	/* below: for skim.c only */
	const struct skim_words *words;
	blocks_fill *fill;
	const char *p;
	size_t n;
	size_t gap_length; /* of the last gap, if that is short; its bytes: */
	uint64_t gap, gap_mask;
	struct blocks blocks;
	struct blocks_state state;
	size_t base, block, filled; /* of the batch: place, current, how many */
	uint64_t todo;              /* blocks of the batch to look at */
	uint64_t rest;              /* bytes of the current block to come */
};

/* Begins with bytes between two events. They stay where they are meanwhile. */
void skim_start(
    struct skim *, blocks_fill *, const struct skim_words *, struct span);

enum skim_result skim_next(struct skim *);
