/*
 * view - a table as text for the eye, record by record.
 *
 * Look at some records, which decide which columns are shown and how they are
 * laid out; then show the header, and records, and below them what was left
 * out.
 */
#ifndef TSV2TXT_VIEW_H
#define TSV2TXT_VIEW_H

#include <stdbool.h>

#include "common/bytes/buf.h"

struct view;

struct view_options {
	bool utf8;    /* of the locale; see cell.h */
	bool color;   /* by the meaning of values, as column.h has it */
	bool all;     /* columns: a record may take several lines */
	size_t width; /* of the whole, or LAYOUT_UNLIMITED */
};

/* A view of a table with n columns. NULL: no memory. */
struct view *view_new(const struct span *names, int n, struct view_options);
void view_free(struct view *);

/*
 * Looks at a record: n fields as they stand in a line. Returns 0, or -1: no
 * memory; so do those below.
 */
__attribute__((warn_unused_result)) int view_look(
    struct view *, const struct span *fields);

/*
 * Ends the looking: lays out the columns, and appends the header. `whole`:
 * there are no further records.
 */
__attribute__((warn_unused_result)) int view_header(
    struct view *, const struct span *names, bool whole, struct buf *out);

/* Appends a record. */
__attribute__((warn_unused_result)) int view_record(
    struct view *, const struct span *fields, struct buf *out);

/*
 * Appends which columns were left out, if any, and what they hold if one value.
 */
__attribute__((warn_unused_result)) int view_notes(
    struct view *, const struct span *names, struct buf *out);

#endif
