/*
 * work_cells - the columns that tell of work below a difference.
 */
#pragma once

#include "common/bytes/buf.h"
#include "common/table/tsv.h"
#include "tools/trace-treediff/merged_tree.h"

/*
 * The work of the GPU below each difference of two merged trees.
 *
 * A node that is in both trees differs where children are in one of them only,
 * or where it is work itself. All work below such children belongs to it, its
 * lowest common ancestor, in one of the trees; unless it is the reference's
 * way, to the innermost operator or function that is in both trees and holds
 * it. Work that no operator led to is left out.
 */

struct stat {
	uint32_t node; /* of the merged tree: the ancestor, or a lone root */
	bool lone;
	uint32_t work;  /* the event, in its own tree */
	uint32_t op;    /* the operator that led to it */
	uint32_t place; /* its order among those of the node and tree */
	bool second;    /* it is in the second tree */
	int64_t busy;   /* ns: while any work of this tree and ancestor ran */
};

/* By node, the first tree before the second. */
struct stats {
	struct stat *stat;
	size_t n, cap;
};

/* Two trees, first A, then B, and what is known of them. */
struct report {
	const struct merge *merge;
	const struct side *side[2];
	bool reference; /* names and values are TraceLens's */
	struct stats stats;
};

/* The name of a merged node in tree k; empty if it is not there. */
static inline struct span
report_name(const struct report *r, uint32_t node, int k)
{
	return side_name(r->side[k], r->merge->node[node].in[k]);
}

/*
 * Sets the stats of a report whose other members are set. In the reference,
 * work counts itself only where it is paired with work. The array is the
 * caller's.
 */
void stats_find(struct report *);

enum cell {
	CELL_NAME,
	CELL_OP,
	CELL_OP_ID,
	CELL_SIDE,
	CELL_ARGS, /* and three more, in the order of side_args */
	CELL_TIME = CELL_ARGS + 4,
	CELL_BUSY,
	CELL_ANCESTOR,
	CELL_ANCESTOR_ID,
	CELL_EVENT,
	CELL_MODULES,
	CELL_MODULE,
	CELLS
};

const char *cell_title(const struct report *, int cell);

/* Appends a cell, as a field of a table. */
void cell_add(
    struct buf *, const struct report *, const struct stat *, int cell);

/* Where cells are printed. */
struct printer {
	struct tsvw *out;
	const struct report *report;
	struct buf room; /* for use while a cell is printed */
};

/* The same as a field; microseconds, and any number. */
void cell_print(struct printer *, const struct stat *, int cell);
void cell_print_us(struct printer *, int64_t ns);
void cell_print_real(struct printer *, double);

/* The names of the innermost module of work, as Python has it. */
void cell_add_module(struct buf *, const struct report *, const struct stat *);

/*
 * Equal work of equal operators, together.
 */

struct group {
	struct span key;         /* its cells, with tabs */
	const struct stat *stat; /* the first of its rows */
	int64_t count, ns;
};

/* The longest first; of equal ones in the order of their cells. */
struct groups {
	struct group *group;
	size_t n, cap;
	struct pool *keys;
};

/* Is it a cell that tells groups apart? */
bool work_groups_has(const struct report *, int cell);

void work_groups_find(struct groups *, const struct report *);
void work_groups_free(struct groups *);

/* Are both trees' rows the same, one after the other? */
bool work_groups_identical(const struct report *);
