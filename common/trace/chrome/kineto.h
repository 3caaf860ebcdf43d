/*
 * kineto - the events of a Chrome trace in JSON, one after another.
 *
 * The Trace Event Format of Chromium, as PyTorch's Kineto and others write it:
 * an object with `traceEvents` anywhere among its keys, or an array of events;
 * several such documents may follow one another. Memory does not grow with the
 * file: one event is held at a time.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"
#include "common/input/input.h"
#include "common/json/jsonin.h"
#include "common/json/skim.h"
#include "common/trace/formats.h"

/*
 * Damage in an array of events. An event that scan.h refuses, or that is too
 * long for the input, is lost. Reading continues at the first place after its
 * first byte that looks like an event's start to resync.h. If that event breaks
 * at the same bad byte, or if both were nested too deep, reading continues
 * after the later byte, so that nothing is read again and again. Each event's
 * start that led to no event counts as one event lost. So does other text
 * between two events, except punctuation alone, which is damage without a loss.
 */

enum elements_result {
	ELEMENTS_EVENT,
	ELEMENTS_END,   /* of the array; its bracket has been read */
	ELEMENTS_CUT,   /* the input ends: see `cut` */
	ELEMENTS_LIMIT, /* the next event begins at the limit or after it */
	ELEMENTS_FAILED /* reading failed: see the input's error */
};

enum { KINETO_MAX = 8 << 20 }; /* bytes of the longest event */

/* Where in a document the next unread byte is. */
enum kineto_place { KINETO_OUTSIDE, KINETO_MEMBERS, KINETO_EVENTS, KINETO_END };

struct kineto {
	struct trace_reader r; /* first: see formats.h */
	struct raw_reader *fields;
	struct jsonin j;
	bool confined; /* reading ends where an array of events does: for who
			  has not read all before it, and so does not know what
			  holds the array */

	/* below: for this folder only */
	enum kineto_place place;
	struct buf key; /* of the last member beside the events */
	bool bare;      /* the document is an array of events, not an object */
	bool found;     /* there is an array of events */
	bool unsure;    /* the array may hold objects that are no events */
	bool limited;   /* reading stands at the limit */

	/* in an array of events */
	bool objects;    /* at least one begins as an object */
	int64_t foreign; /* how often other things than commas were skipped */
	const char *cut; /* how the input ends, or NULL between two elements */
	const struct skim_words *words; /* of the events to show */
	blocks_fill *fill;
	struct skim skim;
	bool skimming;  /* its places count from the first unread byte */
	bool tail;      /* the unread bytes are the last */
	bool astray;    /* something was lost since the last event */
	int64_t broken; /* the last byte that broke an event */
	bool deep;      /* since it was nested too deep */
	size_t done;    /* unread bytes that have been dealt with */
	int64_t limit;  /* events that begin there or after it wait */
};

/*
 * The next event, the text of a JSON object, ready for fields.h; valid until
 * the next call. Its brackets and strings are in order; when reading its fields
 * meets anything unusual, elements_check has to tell whether it is sound.
 * Returns 1, 0 at the end, -1 when this cannot be read or is no trace: see the
 * reader's error.
 */
MUST_USE int kineto_next(struct kineto *, struct span *event);

/*
 * Reading in parts, once the events have been reached. Only a plain file can be
 * read so.
 *
 * kineto_of: the reader of a source; NULL if that is of another format.
 * kineto_limit: no event that begins at this byte of the file or after it is
 * given out: the reader ends there, and goes on under another limit.
 * kineto_at: where reading stands, if that is between two events, and nothing
 * was lost since the last one; else -1.
 * kineto_seek: goes on at that byte, which is between two events. Returns 0, or
 * -1 when the file cannot be read in parts; then nothing is changed.
 * kineto_guess: skips to the next byte at which an event seems to start.
 * Returns 1, 0 at the end, -1.
 * kineto_faults: how often anything was wrong; while it stays, all is sound.
 */
struct kineto *kineto_of(struct trace_reader *);
void kineto_limit(struct kineto *, int64_t place);
int64_t kineto_at(const struct kineto *);
MUST_USE int kineto_seek(struct kineto *, int64_t place);
MUST_USE int kineto_guess(struct kineto *);
int64_t kineto_faults(const struct kineto *);

/* For kineto.c: the next event of an array, as kineto_next. */
enum elements_result elements_next(struct kineto *, struct span *event);

/*
 * Checks the last event: ELEMENTS_EVENT, with the event as scan.h sees it, or
 * as elements_next; ELEMENTS_LIMIT also says that it is lost.
 */
enum elements_result elements_check(struct kineto *, struct span *event);

/*
 * Which events to show from here on: all, if not called. It may be called
 * between any two events, and the words must outlive their use. Damage in
 * events that are passed over is noticed only if it disturbs others.
 */
void elements_pass(struct trace_reader *, const struct skim_words *);

/* Outside of arrays: goes on at the event's start that a search has found. */
void elements_found(struct kineto *);

/*
 * For kineto.c and top_members.c, which goes one step on inside the object that
 * holds the events; all other members are kept, as far as they are short
 * (formats.h). They return 0, or -1.
 *
 * kineto_stop: reading ended in the middle, or failed: `got` is what jsonin
 * answered.
 * kineto_enter_events: what follows are elements of an array of events; `told`:
 * its key has said so.
 * kineto_leave_broken: goes on behind broken JSON beside the events.
 */
int kineto_read_member(struct kineto *);
int kineto_stop(struct kineto *, int got, const char *damage);
void kineto_enter_events(struct kineto *, bool told);
int kineto_leave_broken(struct kineto *);
