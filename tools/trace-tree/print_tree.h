/*
 * print_tree - the tree as a table, one row an event.
 */
#pragma once

#include "tools/trace-tree/tree_table.h"

/* Names from the top to a node, with ';' between. Zeroed, it is empty. */
struct tree_path {
	struct buf text;
	size_t *end; /* where the name at a depth ends */
	size_t cap;
};

/* Puts a name behind those above its depth; returns where it begins. */
size_t tree_path_enter(struct tree_path *, size_t depth, struct span name);
void tree_path_free(struct tree_path *);

/* These end the program with a message when they fail. */
void print_rows_header(
    struct tsvw *, const struct tree_table *, const struct tsv *);

/* All nodes at or below one, or all; `event` of the input stays as it was. */
void print_rows_below(
    struct tsvw *, const struct tree_table *, const struct tsv *, uint32_t top);

/*
 * The modules of the model (nn.Module) as a tree of their own: how long the
 * GPU worked for each, and how long for none of those inside it.
 */

/*
 * Prints a header and a row for each module, what holds before what is held.
 * Returns how many there are. Ends the program with a message when it fails.
 */
size_t print_modules(struct tsvw *, const struct tree_table *);

/*
 * The tree for people: branches downward, or the way up.
 */

struct text_field {
	struct span label;
	int column;
};

struct text_options {
	const struct text_field *field; /* shown of operators */
	size_t fields;
	bool all;       /* also what led to nothing on the GPU */
	bool backward;  /* below an operator what computes its gradient */
	bool forward;   /* upward: from the root on to what it is backward of */
	bool operators; /* only trees in which there is an operator */
};

/* At or below a node, or all; these may end the program with a message. */
void print_text_below(
    const struct tree_table *, const struct text_options *, uint32_t top);
void print_text_up(
    const struct tree_table *, const struct text_options *, uint32_t row);

/*
 * From where in the program each event of the GPU was launched.
 */

/*
 * Prints a header and a row for each event of the GPU, in the order of time.
 * Ends the program with a message when it fails.
 */
void call_stack_print(struct tsvw *, const struct tree_table *);

/*
 * The same columns for each event in the column event of another table, in its
 * order. Call stacks are JSON, and go down to the work of the GPU: see
 * stack_below_add; `kernel` is the column of stack_below.h. Returns how many
 * events are not in the tree.
 */
size_t call_stack_print_chosen(
    struct tsvw *, const struct tree_table *, struct tsv *chosen, int kernel);

/*
 * The stacks of the work of the GPU, as flame graphs read them.
 */

/*
 * Prints a line for each distinct stack of work at or below `top`, or of all
 * work for TREE_NONE: its names from the top to the work, with ';' between,
 * and, after a space, how many nanoseconds that work took. A ';' in a name
 * becomes ':'. As pprof it is the same as a profile (profile.proto). Ends the
 * program with a message when it fails.
 */
void folded_print(const struct tree_table *, uint32_t top, bool as_pprof);
