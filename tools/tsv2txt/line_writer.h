/*
 * line_writer - lines of text, appended to a buffer.
 *
 * Blanks wait for the text after them, so no line ends in blanks.
 */
#ifndef TSV2TXT_LINE_WRITER_H
#define TSV2TXT_LINE_WRITER_H

#include <stdbool.h>

#include "common/bytes/buf.h"
#include "tools/tsv2txt/cell.h"

/* Zeroed but for `out`, it stands at the start of a line. */
struct line_writer {
	struct buf *out;
	size_t blanks;  /* to put in front of the next text; add to them */
	bool no_memory; /* something is missing in `out` */
};

/* Appends text, and the blanks in front of it, unless it is empty. */
void line_writer_text(struct line_writer *, struct span);

/* Ends the line. */
void line_writer_end(struct line_writer *);

/*
 * A sentence below a table, piece by piece, on as many lines as it takes.
 * Zeroed but for the first three, it is empty.
 */
struct footnote {
	struct line_writer *lines;
	struct cell *cell; /* to show pieces as a cell would */
	size_t width;      /* of a line, where pieces are not longer */
	size_t used;       /* of the line at hand */
};

/*
 * Adds a piece, after a blank or on a further line, and after it a mark of
 * one character or none. A long piece loses its middle.
 */
void footnote_add(struct footnote *, struct span piece, const char *mark);

#endif
