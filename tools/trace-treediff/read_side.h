/*
 * read_side - a tree out of the table that trace-tree prints.
 */
#ifndef TRACE_TREEDIFF_READ_SIDE_H
#define TRACE_TREEDIFF_READ_SIDE_H

#include "common/table/tsv.h"
#include "tools/trace-treediff/compared_name.h"
#include "tools/trace-treediff/side.h"

/* The columns of an operator's inputs, in the order of side_node.args. */
enum { SIDE_ARGS = 4 };
extern const char *const side_args[SIDE_ARGS];

/* Ends the program with a message when it fails. */
void side_read(
    struct side *, const char *path, struct pool *texts, enum compared_form);
void side_release(struct side *);

/* One of the fields of a node's args. */
struct span side_arg(const struct side *, uint32_t node, int which);
struct span side_name(const struct side *, uint32_t node);

#endif
