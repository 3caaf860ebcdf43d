/*
 * view - a table as text for the eye, record by record.
 *
 * Add the names of some records, which decide on short names; look at them,
 * which decides which columns are shown and how they are laid out; then show
 * the header, and records, and below them what was left out.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/buf.h"

struct view;

struct view_options {
	bool utf8;       /* of the locale; see cell.h */
	bool color;      /* by the meaning of values, as column.h has it */
	bool all;        /* columns: a record may take several lines */
	bool full_names; /* of kernels, not short ones (short_name.h) */
	size_t width;    /* of the whole */
};

/* A view of a table with n columns. */
struct view *view_new(const struct span *names, int n, struct view_options);
void view_free(struct view *);

/* Adds the names of kernels in a record. */
void view_names(struct view *, const struct span *fields);

/* Ends the adding of names. */
void view_choose_names(struct view *);

/* Looks at a record: n fields as they stand in a line. */
void view_look(struct view *, const struct span *fields);

/*
 * Ends the looking: lays out the columns, and appends the header. `whole`:
 * there are no further records.
 */
void view_header(
    struct view *, const struct span *names, bool whole, struct buf *out);

/* Appends a record. */
void view_record(struct view *, const struct span *fields, struct buf *out);

/*
 * Appends which columns were left out, if any, and what they hold if one value;
 * after these a sentence of the caller's, unless it is empty.
 */
void view_notes(
    struct view *, const struct span *names, struct span more, struct buf *out);

/*
 * A table whose first column is `section`, as a page.
 *
 * Records that follow each other with the same section are a part of the page:
 * its name, then a table of the columns that it uses. A part that uses one
 * column only is text, which is shown without a header.
 */

/* Is it such a table? */
bool sections_are(const struct span *names, size_t n);

/* Appends the page of these records, lines of n fields. */
void sections_print(struct span lines, const struct span *names, size_t n,
    struct view_options, struct buf *out);
