/*
 * classic - the tables of the classic uplifter, for the script of that name.
 *
 * It reads a list of kernels with their means as a cycle that came once, and
 * prints a comparison as that tool does. Both are here because a script over
 * tables would cost several times as much as aligning the kernels.
 *
 * Part of the tool's own input: what is wrong ends the program with a message,
 * and a table that is of no use with status 1, as the classic has it.
 */
#ifndef TRACE_ALIGN_CLASSIC_H
#define TRACE_ALIGN_CLASSIC_H

#include "tools/trace-align/cycle_table.h"
#include "tools/trace-align/report.h"

/*
 * Reads the columns kernel_name and avg_duration_us of a CSV table; lines
 * before their names describe the file. Their names go into the pool.
 * cycle_table_close after it; `path` must live as long.
 */
void classic_read(struct cycle_table *, const char *path, struct pool *names);

/* CSV: totals, the kernels of B in their order, and those that only A has. */
void classic_rows(struct tsvw *, const struct report *);

/* The pairs in that order, to be freed. */
const struct pair **classic_order(const struct report *);

/* What the classic calls a pair: exact, similar, compiled_only or fused. */
const char *classic_match(const struct pair *);

#endif
