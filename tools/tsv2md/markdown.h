/*
 * markdown - a field of a table as the text of a cell in Markdown.
 *
 * Tables are those of GitHub Flavored Markdown (github.github.com/gfm, section
 * 4.10). What would mean something to a reader of Markdown has a backslash in
 * front, and so each cell shows the field as it is.
 */
#pragma once

#include "common/bytes/buf.h"

/*
 * Appends a field as tsv_field gave it: a line end becomes <br>, a tab or
 * other control character a blank, and bytes that are no UTF-8 U+FFFD. A field
 * of more than `width` characters loses its middle to an ellipsis; width 0
 * keeps it whole.
 */
void markdown_cell(struct buf *, struct span field, size_t width);
