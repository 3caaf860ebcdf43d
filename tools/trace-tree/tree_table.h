/*
 * tree_table - the rows that become a tree, with the columns of the input.
 */
#ifndef TRACE_TREE_TABLE_H
#define TRACE_TREE_TABLE_H

#include "common/cli/xhost.h"
#include "tools/trace-tree/tree.h"

struct tree_options {
	bool frames;    /* Python functions take part */
	bool flows;     /* the correlation alone is no link */
	bool reference; /* as TraceLens builds it: see tree.h;
			   events that begin together are in the file's order */
};

struct tree_table {
	struct tree_options options;
	struct xhost in;
	struct host *row; /* `details` is the place of its line */
	size_t hosts, n, cap;
	bool fraction; /* some duration is no whole microsecond */

	struct buf lines;
	size_t *line_end;
	size_t line, line_cap;

	struct host *work; /* of the GPU, until all is read */
	size_t works, work_cap;

	struct tree tree;
	uint32_t *forward; /* by row of the host, see backward_find; or NULL */
	size_t unlinked;   /* events of the GPU without a launch */
	size_t crossing;   /* events of the host */
};

/* Reads all records. These end the program with a message when they fail. */
void tree_table_read(
    struct tree_table *, const struct tree_options *, struct tsv *);
void tree_table_free(struct tree_table *);

/* The line of a row, and a column of it, as they stood in the input;
 * nothing for TSV_MISSING. */
struct span tree_table_line(const struct tree_table *, uint32_t row);
struct span tree_table_field(
    const struct tree_table *, uint32_t row, int column);

/* The name of a row, and whether it is work of the GPU. */
struct span tree_table_name(const struct tree_table *, uint32_t row);
bool tree_table_is_work(const struct tree_table *, uint32_t row);

#endif
