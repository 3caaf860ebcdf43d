/*
 * sections - a table whose first column is `section`, as a page.
 *
 * Records that follow each other with the same section are a part of the page:
 * its name, then a table of the columns that it uses. A part that uses one
 * column only is text, which is shown without a header.
 */
#ifndef TSV2TXT_SECTIONS_H
#define TSV2TXT_SECTIONS_H

#include "tools/tsv2txt/view.h"

/* Is it such a table? */
bool sections_are(const struct span *names, size_t n);

/* Appends the page of these records, lines of n fields. */
void sections_print(struct span lines, const struct span *names, size_t n,
    struct view_options, struct buf *out);

#endif
