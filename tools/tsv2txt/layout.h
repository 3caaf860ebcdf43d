/*
 * layout - how wide each column is, and on which line of a record it stands.
 *
 * When a table is wider than it may be, texts give way, the widest first, until
 * they are down to a fifth of the line; numbers never do. When that is not
 * enough, a record goes on on a further line; on each line texts then take what
 * room there is. Numbers that follow each other stay on one line if they can.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
	LAYOUT_TEXT = 18,  /* columns left for a kernel's name, ... */
	LAYOUT_SHARE = 5,  /* ... or this part of a line, if that is more */
	LAYOUT_GAP = 2,    /* blanks between columns */
	LAYOUT_INDENT = 4, /* blanks in front of a further line */
};

struct layout_column {
	size_t column; /* the caller's */
	size_t width;  /* in: wanted; out: given */
	bool text;     /* in: may be less wide than wanted */
	size_t line;   /* out: counted from 0 */
};

/* Returns the width of the whole. */
size_t layout_fit(struct layout_column *, size_t n, size_t limit);

/*
 * Which columns are shown when a record does not fit on one line.
 *
 * First those go that hold the same in all records, which a line below the
 * table can say; then, from the right, numbers that people do not read first
 * (when something began, extremes); those that follow the first column, as the
 * length of a cycle does its number; and others, since tables begin with what
 * people look at. What a record is about stays to the last: the first column
 * that changes, names of kernels, and the first text, which always stays.
 */

enum choice { CHOICE_SHOWN, CHOICE_SAME, CHOICE_NO_ROOM };

struct choose_column {
	size_t width; /* wanted */
	bool text;    /* may be less wide than wanted */
	bool same;    /* in all records */
	bool follows; /* changes only where the first that changes does */
	bool second;  /* nobody reads it first */
	bool key;     /* says what a record is about */
	enum choice choice;
};

/* Sets the choices for lines of at most `limit`; at least one is shown. */
void layout_choose(struct choose_column *, size_t n, size_t limit);
