/*
 * print_rows - the tree as a table, one row an event.
 */
#ifndef TRACE_TREE_PRINT_ROWS_H
#define TRACE_TREE_PRINT_ROWS_H

#include "tools/trace-tree/tree_table.h"

/*
 * A path longer than this keeps its beginning and its end, about half of it
 * each: whole paths of a tree that is n deep would take n times n bytes.
 */
enum { PRINT_PATH_MOST = 8192 };

/* These end the program with a message when they fail. */
void print_rows_header(
    struct tsvw *, const struct tree_table *, const struct tsv *);

/* All nodes at or below one; `event` of the input stays as it was. */
void print_rows_below(
    struct tsvw *, const struct tree_table *, const struct tsv *, uint32_t top);

#endif
