/*
 * columns - the tables that trace-align prints.
 */
#pragma once

#include "common/table/tsv.h"
#include "tools/trace-align/change.h"

/* Tables with several pairs of cycles begin with the number of the pair. */
enum { NO_PAIR = 0 };

/*
 * One row for each pair of kernels, and for each kernel alone. Groups have
 * numbers from before + 1; returns the last one, so that no two groups of a
 * table share a number.
 */
void columns_header(struct tsvw *, bool with_pair);
size_t columns_rows(
    struct tsvw *, const struct report *, size_t pair, size_t before);

/* One row for each kind of change. */
void columns_changes_header(struct tsvw *, bool with_pair);
void columns_changes(
    struct tsvw *, const struct report *, const struct changes *, size_t pair);
