/*
 * print - the tables and the texts of a comparison.
 */
#ifndef TRACE_TREEDIFF_PRINT_H
#define TRACE_TREEDIFF_PRINT_H

#include "common/table/tsv.h"
#include "tools/trace-treediff/cells.h"
#include "tools/trace-treediff/merge.h"

/* These end the program with a message when they fail. */
void print_merged_rows(struct tsvw *, const struct merge *,
    const struct side *a, const struct side *b);

/* With `pruned`, what leads to no work on either side is left out. */
void print_merged_text(const struct merge *, const struct side *a,
    const struct side *b, bool pruned);

/*
 * The tables of the work below the differences.
 */

/* These end the program with a message when they fail. */
void print_stats(struct tsvw *, const struct report *);

/* Equal work of equal operators together, the longest first. */
void print_arguments(struct tsvw *, const struct report *);

/*
 * Which kernels each operator launched in the one and in the other
 * tree, as JSON; op_names.h has what operators are called.
 */

enum op_map_kind { OP_MAP_BOTH, OP_MAP_A, OP_MAP_B };

/* Ends the program with a message when it fails. */
void op_map_print(const struct report *, enum op_map_kind);

#endif
