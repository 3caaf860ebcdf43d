/*
 * print_merged - the merged tree, as rows and as text.
 */
#ifndef TRACE_TREEDIFF_PRINT_MERGED_H
#define TRACE_TREEDIFF_PRINT_MERGED_H

#include "common/table/tsv.h"
#include "tools/trace-treediff/merge.h"

/* These end the program with a message when they fail. */
void print_merged_rows(struct tsvw *, const struct merge *,
    const struct side *a, const struct side *b);

/* With `pruned`, what leads to no work on either side is left out. */
void print_merged_text(const struct merge *, const struct side *a,
    const struct side *b, bool pruned);

#endif
