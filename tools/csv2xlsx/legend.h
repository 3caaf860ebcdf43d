/*
 * legend - a last sheet that says what the colours of the others mean.
 */
#ifndef CSV2XLSX_LEGEND_H
#define CSV2XLSX_LEGEND_H

#include <stdbool.h>
#include <xlsxwriter.h>

#include "tools/csv2xlsx/cell_formats.h"

/* What the sheets have that needs to be explained. */
struct legend {
	bool match; /* rows may have colours */
	bool group, change;
	bool seen[TONE_WORDS]; /* which of tone_words coloured any */
};

/* Notes that this value of a match column gave its colour. */
void legend_note(struct legend *, struct span value);

/* Fills the worksheet. Without a match no colours need a legend. */
__attribute__((warn_unused_result)) int legend_write(
    const struct legend *, struct cell_formats *, lxw_worksheet *);

#endif
