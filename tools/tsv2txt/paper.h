/*
 * paper - lines of text, appended to a buffer.
 *
 * Blanks wait for the text behind them, so no line ends in blanks.
 */
#ifndef TSV2TXT_PAPER_H
#define TSV2TXT_PAPER_H

#include <stdbool.h>

#include "common/bytes/buf.h"

/* Zeroed but for `out`, it stands at the start of a line. */
struct paper {
	struct buf *out;
	size_t blanks;  /* to put in front of the next text; add to them */
	bool no_memory; /* something is missing in `out` */
};

/* Appends text, and the blanks in front of it, unless it is empty. */
void paper_text(struct paper *, struct span);

/* Ends the line. */
void paper_end(struct paper *);

#endif
