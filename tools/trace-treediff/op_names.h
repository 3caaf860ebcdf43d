/*
 * op_names - what the operators below one ancestor are called, where those of
 * the two trees that have much of their names in common become one, as in
 * TraceLens (AMD-AGI/TraceLens, revision 171dd747).
 */
#ifndef TRACE_TREEDIFF_OP_NAMES_H
#define TRACE_TREEDIFF_OP_NAMES_H

#include "tools/trace-treediff/cells.h"

/* An operator's name below one ancestor, as a text of the trees. */
struct op_own_name {
	uint32_t name;
	bool first;
};

/* Of each such text, while one ancestor is looked at. */
struct op_name_use {
	size_t ancestor; /* the place of its first row, from 1 */
	bool used[2];
	uint32_t op[2]; /* what it is called */
};

struct op_names {
	const struct report *report;
	bool both; /* those of both trees may become one */
	struct pool *ops;

	/* below: for op_names.c only */
	struct op_own_name *own;
	size_t owns, own_cap;
	struct op_name_use *use;
	struct buf room;
};

/* Returns 0, or -1: no memory; op_names_free frees either way. */
__attribute__((warn_unused_result)) int op_names_init(
    struct op_names *, const struct report *, bool both);
void op_names_free(struct op_names *);

/*
 * Names the operators of the rows from one to before another, all of one
 * ancestor. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int op_names_find(
    struct op_names *, size_t from, size_t to);

/* The number in `ops` of a row's operator, of the rows that were named last. */
uint32_t op_names_number(const struct op_names *, const struct stat *);

/*
 * Appends the name that two operators have in common. Returns 1, 0 if there is
 * none, or -1: no memory.
 */
__attribute__((warn_unused_result)) int op_names_common(
    struct buf *, struct span a, struct span b);

#endif
