/*
 * compare - the tables as they are read and printed. These end the program when
 * something is wrong.
 */
#ifndef TRACE_COMPARE_COMPARE_H
#define TRACE_COMPARE_COMPARE_H

#include "common/table/tsv.h"
#include "tools/trace-compare/options.h"

/* All tables, joined. The plan borrows names from the pool. */
void read_tables(
    const struct options *, struct plan *, struct join *, struct pool *names);

void compare_print_header(
    struct tsvw *, const struct options *, const struct plan *);

/* One row; the key is written as it is in the join. */
void print_row(struct tsvw *, const struct options *, const struct plan *,
    const struct comparison *, uint32_t row);

/* The totals, which have no status. */
void print_total(struct tsvw *, const struct options *, const struct plan *,
    const struct join *total);

#endif
