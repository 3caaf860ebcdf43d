/*
 * lines - the lines of a file or of standard input, inflated on the way.
 *
 * One buffer holds many lines; it grows only for a line longer than itself.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"

struct input;
struct lines;

/* As input_open: NULL or "-" is standard input. */
struct lines *lines_open(const char *path);

/* The lines of an input, which must outlive them. */
struct lines *lines_open_input(struct input *);

void lines_close(struct lines *);

/*
 * The next line, without its LF: 1, 0 at the end, -1 for an error: see
 * lines_error. The line is valid until the next call, and so is the LF that
 * stands after it; only the last line of a file may have none (lines_cut).
 */
__attribute__((warn_unused_result)) int lines_next(
    struct lines *, struct span *line);

/* The same line that lines_next gives next. */
__attribute__((warn_unused_result)) int lines_peek(
    struct lines *, struct span *line);

/* Whether the line given last had no LF. */
bool lines_cut(const struct lines *);

/* The number of the line given last, counted from 1. */
int64_t lines_number(const struct lines *);

/* NULL, or what failed, without the name; valid until lines_close. */
const char *lines_error(const struct lines *);

/* As input_name. */
const char *lines_name(const struct lines *);

/*
 * Splits a line at each separator into fields, of which at most `most` are
 * stored; returns how many there are: at least one.
 */
size_t lines_split(
    struct span line, char separator, struct span *field, size_t most);
