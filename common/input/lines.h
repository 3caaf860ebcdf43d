/*
 * lines - the lines of a file or of standard input, inflated on the way.
 *
 * One buffer holds many lines; it grows only for a line longer than itself.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/input/input.h"

struct lines {
	struct input *in;
	int64_t number;    /* of the line given last, counted from 1 */
	bool cut;          /* that line had no LF */
	const char *error; /* NULL, or what failed, without the name; valid
			      until lines_close */

	/* below: for lines.c only */
	struct input *own; /* the same, if it is to be closed */
	struct buf buf;
	size_t at; /* where unread bytes start in buf */
	bool drained;
};

/* As input_open: NULL or "-" is standard input. */
struct lines *lines_open(const char *path);

/* The lines of an input, which must outlive them. */
struct lines *lines_open_input(struct input *);

void lines_close(struct lines *);

/*
 * The next line, without its LF: 1, 0 at the end, -1 for an error. The line is
 * valid until the next call, and so is the LF that stands after it; only the
 * last line of a file may have none.
 */
MUST_USE int lines_next(struct lines *, struct span *line);

/* The same line that lines_next gives next. */
MUST_USE int lines_peek(struct lines *, struct span *line);

/*
 * Splits a line at each separator into fields, of which at most `most` are
 * stored; returns how many there are: at least one.
 */
size_t lines_split(
    struct span line, char separator, struct span *field, size_t most);
