/*
 * op_names - what operators are called, where those of the two trees that have
 * much of their names in common become one, as in TraceLens (AMD-AGI/TraceLens,
 * revision 171dd747).
 */
#ifndef TRACE_TREEDIFF_OP_NAMES_H
#define TRACE_TREEDIFF_OP_NAMES_H

#include "tools/trace-treediff/cells.h"

struct op_names {
	const struct report *report;
	struct pool *ops;
	uint32_t
	    *number; /* in `ops`, of the texts of the trees; or POOL_NONE */
};

/* With `both`, those of both trees below one ancestor may become one. */
void op_names_init(struct op_names *, const struct report *, bool both);
void op_names_free(struct op_names *);

/* The number in `ops` of a row's operator. */
uint32_t op_names_number(struct op_names *, const struct stat *);

/* Appends the name that two operators have in common, if there is one. */
bool op_names_common(struct buf *, struct span a, struct span b);

/* Takes the blanks out of the name of a module. */
void op_names_close_up(struct buf *);

#endif
