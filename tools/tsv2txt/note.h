/*
 * note - a sentence below a table, piece by piece, on as many lines as it
 * takes.
 */
#ifndef TSV2TXT_NOTE_H
#define TSV2TXT_NOTE_H

#include "tools/tsv2txt/cell.h"
#include "tools/tsv2txt/paper.h"

/* Zeroed but for the first three, it is empty. */
struct note {
	struct paper *paper;
	struct cell *cell; /* to show pieces as a cell would */
	size_t width;      /* of a line, where pieces are not longer */
	size_t used;       /* of the line at hand */
};

/*
 * Adds a piece, behind a blank or on a further line, and behind it a mark of
 * one character or none. A long piece loses its middle.
 */
void note_add(struct note *, struct span piece, const char *mark);

#endif
