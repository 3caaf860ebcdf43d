/*
 * cell - what a terminal may show of a field.
 *
 * A name from a trace is anybody's bytes. Here control characters (C0, DEL,
 * C1), ill-formed UTF-8, and what is invisible or changes the order of the
 * text become U+FFFD, so that a cell cannot move the cursor or look like
 * another one. The escapes `\t`, `\n` and `\r` of the stream stay as they are.
 * Where the locale is not UTF-8, only ASCII is shown, and `?` for the rest.
 */
#ifndef TSV2TXT_CELL_H
#define TSV2TXT_CELL_H

#include <stdbool.h>

#include "common/bytes/buf.h"

/* A zeroed struct with `utf8` set is ready. */
struct cell {
	bool utf8; /* of the locale, in which setlocale was called */
	struct buf text;
	size_t width; /* columns it takes, as wcwidth has them */
};

/* Sets it to a field of TSV. */
__attribute__((warn_unused_result)) int cell_set(struct cell *, struct span);

/* Sets it to a field, without its middle if it is wider than `width` > 0. */
__attribute__((warn_unused_result)) int cell_set_within(
    struct cell *, struct span, size_t width);

/*
 * Leaves out as much of the middle as it takes to be at most `width` > 0 wide,
 * and says so by an ellipsis: names of kernels differ at both ends. Words go as
 * a whole where that takes little more, see middle.h.
 */
void cell_shorten(struct cell *, size_t width);

void cell_free(struct cell *);

#endif
