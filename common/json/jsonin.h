/*
 * jsonin - JSON values out of an input, one at a time, each whole in memory.
 *
 * The unread bytes lie in one buffer that grows only for a value longer than
 * itself; a value longer than `longest` is skipped instead, so that memory does
 * not grow with the input.
 */
#pragma once

#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/input/input.h"
#include "common/json/scan.h"

enum { JSONIN_PAD = 64 };

struct jsonin {
	struct input *in;
	struct buf buf;
	size_t at;    /* unread bytes begin here in buf */
	int64_t base; /* place in the input of buf's first byte */
	size_t longest;
	int64_t
	    enough; /* where reading is likely to end: not to read far over */
	const char *error; /* why reading failed */
	struct scan scan;
	int64_t broken; /* place of the byte that made the last value broken */
	bool passed;    /* the last search passed more than punctuation */
};

/* How reading a value ended. */
enum jsonin_value {
	JSONIN_WHOLE,    /* it is there, unread */
	JSONIN_TOO_LONG, /* it was skipped */
	JSONIN_BROKEN,   /* see `broken`; a part that was too long is skipped */
	JSONIN_CUT,      /* the input ends inside it */
	JSONIN_FAILED    /* see `error` */
};

/* The input must outlive it. */
void jsonin_open(struct jsonin *, struct input *, size_t longest);
void jsonin_close(struct jsonin *);

/*
 * The unread bytes that are in memory; valid until more are read. JSONIN_PAD
 * zeros follow them.
 */
static inline struct span
jsonin_bytes(const struct jsonin *j)
{
	return (struct span){j->buf.p + j->at, j->buf.n - j->at};
}

/* Drops the first n of them. */
static inline void
jsonin_skip(struct jsonin *j, size_t n)
{
	j->at += n;
}

/*
 * Goes on at that byte of a plain file, or returns -1 and does nothing: as
 * input_seek.
 */
int jsonin_seek(struct jsonin *, int64_t place);

/* Reads more after the unread bytes, which move. 1, 0 at the end, -1. */
MUST_USE int jsonin_more(struct jsonin *);

/* Where the first unread byte stands in the input. */
static inline int64_t
jsonin_place(const struct jsonin *j)
{
	return j->base + (int64_t)j->at;
}

/* Skips blanks; *c is the byte after them, unread. 1, 0 at the end, -1. */
MUST_USE int jsonin_peek(struct jsonin *, char *c);

/* After a key: skips the colon, if it is there, and then as jsonin_peek. */
MUST_USE int jsonin_colon(struct jsonin *, char *c);

/*
 * The byte behind the first n unread ones, blanks apart; nothing is skipped. 1,
 * 0 at the end, -1.
 */
MUST_USE int jsonin_behind(struct jsonin *, size_t n, char *c);

/* Reads the value that the unread bytes begin with; empty: it is not whole. */
enum jsonin_value jsonin_value(struct jsonin *, struct span *value);

/*
 * Skips to the first place that `match` accepts. It gets the bytes from there
 * on, the first being one of `firsts`, and the byte before, blanks apart (0 if
 * unknown); it answers 1, 0, or -1 when it wants to see more. Returns 1, 0 at
 * the end, -1; `passed` tells whether anything but blanks, brackets, quotes,
 * commas and colons was skipped.
 */
MUST_USE int jsonin_search(struct jsonin *, const char *firsts,
    int (*match)(struct span, char before));
