/*
 * spill - tables in temporary files: what must be read again, or does not fit
 * into memory.
 *
 * Each has the header of the table it stands for, so it is read like any
 * other. They lie in TMPDIR or /tmp and go when the program ends, however it
 * ends. Whatever fails here ends the program with a message.
 */
#pragma once

#include "common/table/tsv.h"

struct spill;

struct spill *spill_open(const struct tsv *header);
void spill_line(struct spill *, struct span line); /* without its LF */

/* Ends the writing and returns the path of the table. */
char *spill_end(struct spill *);

/* Removes the file; NULL does nothing. */
void spill_close(struct spill *);
