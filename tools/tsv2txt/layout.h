/*
 * layout - how wide each column is, and on which line of a record it stands.
 *
 * When a table is wider than it may be, texts give way, the widest first, until
 * they are down to a fifth of the line; numbers never do. When that is not
 * enough, a record goes on on a further line; on each line texts then take what
 * room there is. Numbers that follow each other stay on one line if they can.
 */
#ifndef TSV2TXT_LAYOUT_H
#define TSV2TXT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

enum {
	LAYOUT_TEXT = 18,  /* what stays readable of a kernel's name, ... */
	LAYOUT_SHARE = 5,  /* ... or this part of a line, if that is more */
	LAYOUT_GAP = 2,    /* blanks between columns */
	LAYOUT_INDENT = 4, /* blanks in front of a further line */
};

struct layout_column {
	size_t width; /* in: wanted; out: given */
	bool text;    /* in: may be less wide than wanted */
	size_t line;  /* out: counted from 0 */
};

/* What a column of that width takes at least on a line of at most `limit`. */
size_t layout_least(size_t width, bool text, size_t limit);

/* Returns the width of the whole. */
size_t layout_fit(struct layout_column *, size_t n, size_t limit);

#endif
