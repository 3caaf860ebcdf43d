/*
 * stack_below - the calls between an event and the work of the GPU that it led
 * to: one list for each piece of work, equal ones once.
 */
#pragma once

#include "common/bytes/pool.h"
#include "tools/trace-tree/tree_table.h"

/* Zeroed but for `kernel`, it is empty. */
struct stack_below {
	struct pool *names, *lists; /* a list: the numbers of its names */
	uint32_t *place; /* of the list that is read, the innermost first */
	size_t n, cap;
	struct buf edited;
	int kernel; /* the column that names what a call recorded for a graph */
};

void stack_below_free(struct stack_below *);

/*
 * A name as call stacks have it: of a module or an operator without the number
 * at its end. TraceLens deletes each _ with digits behind it. Valid until the
 * next call.
 */
struct span stack_below_name(
    struct stack_below *, const struct tree_table *, uint32_t row);

/* Whether a row stands in call stacks. */
bool stack_below_shows(const struct tree_table *, uint32_t row);

/*
 * Reads the lists below an event, in the order of the launches. What a call
 * recorded counts as work.
 */
void stack_below_read(
    struct stack_below *, const struct tree_table *, uint32_t top);

/* The first function below that implements an operator; empty if there is
 * none. */
struct span stack_below_entry(const struct stack_below *, struct span op);

/*
 * Appends elements of JSON, each with a comma before it: the names with which
 * all lists begin; then what is left of the only list, or an array for each.
 */
void stack_below_add(const struct stack_below *, struct buf *json);
