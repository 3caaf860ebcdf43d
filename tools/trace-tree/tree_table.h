/*
 * tree_table - the rows that become a tree, with the columns of the input.
 */
#pragma once

#include "common/cli/xhost.h"

/*
 * Which event holds which: those of the host by their time, on one
 * thread, and the work of the GPU below the call that launched it.
 *
 * Nothing here recurses, and trees may be as deep as they like. Memory: 40
 * bytes an event, and 24 while it is built.
 */

/* When an event was, in microseconds. */
struct reference_time {
	double start, end;
};

#define TREE_NONE HOST_NONE

struct tree_node {
	uint32_t parent, child,
	    next;        /* first child, next child of the parent */
	uint32_t events; /* of the GPU that it led to, itself among them */
	int64_t gpu;     /* ns: for so long at least one of them ran */
	bool crosses; /* overlaps another event of its thread; see tree_build */
};

struct tree {
	struct tree_node *node;
	size_t n;
	uint32_t root; /* the first; the others are its `next` */
};

/*
 * Of n rows the first `hosts` are of the host, in the order of their start,
 * and the others of the GPU, in the order of theirs; launch[] has the call of
 * each of these. Threads are numbered below `threads`. Children are in the
 * order of the rows. An event that overlaps one that is open on its thread is
 * a root without children. With times, parents are as TraceLens finds them.
 */
void tree_build(struct tree *, const struct host *, size_t hosts, size_t n,
    size_t threads, const struct launch *, const struct reference_time *);
void tree_free(struct tree *);

/*
 * The node after this one of all that are at or below `top`, or of all from
 * the root on if that is TREE_NONE, what holds before what is held; TREE_NONE
 * after the last. *depth follows.
 */
uint32_t tree_after(
    const struct tree *, uint32_t node, uint32_t top, size_t *depth);

struct tree_options {
	bool frames;    /* Python functions take part */
	bool flows;     /* the correlation alone is no link */
	bool reference; /* as TraceLens builds it: see above;
			   events that begin together are in the file's order */
};

struct tree_table {
	struct tree_options options;
	struct xhost in;
	struct host *row; /* of the host, then of the GPU; `details` is the
			     place of its line */
	size_t hosts, n, cap;
	bool fraction; /* some duration is no whole microsecond */

	struct buf lines;
	size_t *line_end;
	size_t line, line_cap;

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
