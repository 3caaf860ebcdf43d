/*
 * choose - which columns are shown when a record does not fit on one line.
 *
 * First those go that hold the same in all records, which a line below the
 * table can say; then, from the right, numbers that people do not read first
 * (when something began, extremes); those that follow the first column, as the
 * length of a cycle does its number; and others, since tables begin with what
 * people look at. What a record is about stays to the last: the first column
 * that changes, names of kernels, and the first text, which always stays.
 */
#ifndef TSV2TXT_CHOOSE_H
#define TSV2TXT_CHOOSE_H

#include <stdbool.h>
#include <stddef.h>

enum choice { CHOICE_SHOWN, CHOICE_SAME, CHOICE_NO_ROOM };

struct choose_column {
	size_t width; /* wanted */
	bool text;    /* may be less wide than wanted */
	bool same;    /* in all records */
	bool follows; /* changes only where the first that changes does */
	bool second;  /* nobody reads it first */
	bool key;     /* says what a record is about */
	enum choice choice;
};

/* Sets the choices for lines of at most `limit`; at least one is shown. */
void choose(struct choose_column *, size_t n, size_t limit);

#endif
