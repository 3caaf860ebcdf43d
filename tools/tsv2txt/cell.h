/*
 * cell - a field's text as a terminal may show it.
 *
 * A name from a trace is anybody's bytes. Here control characters (C0, DEL,
 * C1), ill-formed UTF-8, and what is invisible or changes the order of the
 * text become U+FFFD, so that a cell cannot move the cursor or look like
 * another one. The escapes `\t`, `\n` and `\r` of the stream stay as they are.
 * Where the locale is not UTF-8, only ASCII is shown, and `?` for the rest.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/buf.h"

/* A zeroed struct with `utf8` set is ready. */
struct cell {
	bool utf8; /* of the locale, in which setlocale was called */
	struct buf text;
	size_t width; /* columns it takes, as wcwidth has them */
};

/* Sets it to a field of TSV. */
void cell_set(struct cell *, struct span);

/* Sets it to a field, without its middle if it is wider than `width` > 0. */
void cell_set_within(struct cell *, struct span, size_t width);

void cell_free(struct cell *);

/*
 * Lines of text, appended to a buffer.
 *
 * Blanks wait for the text after them, so no line ends in blanks.
 */

/* Zeroed but for `out`, it stands at the start of a line. */
struct line_writer {
	struct buf *out;
	size_t blanks; /* to put in front of the next text; add to them */
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
