/*
 * operands - the tables of both sides, each of one run or of several.
 *
 * Part of the tool's own input: what is wrong ends the program with a message.
 */
#ifndef TRACE_ALIGN_OPERANDS_H
#define TRACE_ALIGN_OPERANDS_H

#include "tools/trace-align/side.h"

/* The runs of one side. */
struct operand {
	struct cycle_table *run;
	size_t n;
	char *text; /* of the names */
	char **path;
};

/*
 * Opens a table, or several with commas between; a file that has this name,
 * commas and all, is one. `text` must live as long.
 */
void operand_open(struct operand *, char *text);
void operand_read(struct operand *, struct pool *names);
void operand_close(struct operand *);

/* Has every run a cycle? Says on stderr which has none, unless quiet. */
bool operand_has_cycles(const struct operand *, bool quiet);

/* The cycle of a table that is most like this one; the first of equal ones. */
const struct cycle_rows *operand_alike(const struct cycle_table *,
    const struct cycle_rows *, const struct likeness *);

/*
 * Makes the side of a cycle of the first run: in the other ones it is the cycle
 * that is most alike. side_free after it.
 */
void operand_side(const struct operand *, const struct cycle_rows *,
    const struct likeness *, struct side *);

#endif
