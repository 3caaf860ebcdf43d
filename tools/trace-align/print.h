/*
 * print - the comparison as a table, and its balance for people.
 */
#ifndef TRACE_ALIGN_PRINT_H
#define TRACE_ALIGN_PRINT_H

#include "common/tsv.h"
#include "tools/trace-align/compare.h"
#include "tools/trace-align/side.h"

void print_header(struct tsvw *);
void print_rows(struct tsvw *, const struct comparison *, const struct side *a,
    const struct side *b, const struct pool *names);

/* To stderr: both sides, the kinds of match, the groups, the net difference. */
void print_balance(
    const struct comparison *, const struct side *a, const struct side *b);

#endif
