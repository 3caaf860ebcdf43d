/*
 * print_text - the tree for people: branches downward, or the way up.
 */
#ifndef TRACE_TREE_PRINT_TEXT_H
#define TRACE_TREE_PRINT_TEXT_H

#include "tools/trace-tree/tree_table.h"

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

/* These end the program with a message when they fail. */
void print_text_all(const struct tree_table *, const struct text_options *);
void print_text_below(
    const struct tree_table *, const struct text_options *, uint32_t top);
void print_text_up(
    const struct tree_table *, const struct text_options *, uint32_t row);

#endif
