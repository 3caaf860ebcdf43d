/*
 * print_difference - the tables and the texts of a comparison.
 */
#pragma once

#include "common/table/tsv.h"
#include "tools/trace-treediff/merged_tree.h"
#include "tools/trace-treediff/work_cells.h"

/*
 * Names of operators. Two of different trees that share much of their names
 * become one, as in TraceLens (AMD-AGI/TraceLens, revision 171dd747).
 */

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

/* These end the program with a message when they fail. */
void print_merged_rows(struct tsvw *, const struct report *);

/* With `pruned`, what leads to no work on either side is left out. */
void print_merged_text(const struct report *, bool pruned);

/*
 * The tables of the work below the differences.
 */

/* These end the program with a message when they fail. */
void print_stats(struct tsvw *, const struct report *);

/* Equal work of equal operators together, the longest first. */
void print_arguments(struct tsvw *, const struct report *);

/*
 * Which kernels each operator launched in the one and in the other
 * tree, as JSON.
 */

enum op_map_kind { OP_MAP_BOTH, OP_MAP_A, OP_MAP_B };

/* Ends the program with a message when it fails. */
void op_map_print(const struct report *, enum op_map_kind);
