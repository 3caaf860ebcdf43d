/*
 * column_stats - what the values of a column come to: its total, and how far
 * its changes go.
 */
#ifndef CSV2XLSX_COLUMN_STATS_H
#define CSV2XLSX_COLUMN_STATS_H

#include <stdint.h>

#include "common/bytes/span.h"
#include "common/meaning/column.h"

struct column_stats {
	struct column about;
	double change; /* the farthest that a value was from no change */
	int64_t total; /* ns where the column has microseconds */
};

struct column_stats column_stats_of(struct span name);

/*
 * Adds a value to the total of a column that has one: exactly, to three
 * decimals for a time. A value that is no such number takes the total away:
 * about.sums becomes false. Returns 0, or -1 when the total gets too large.
 */
__attribute__((warn_unused_result)) int column_stats_add(
    struct column_stats *, struct span text);

/* Writes the total into at least FIXED_MAX bytes; returns the length. */
size_t column_stats_total(const struct column_stats *, char *out);

/* Notes a value of a change column. */
void column_stats_change(struct column_stats *, double v);

/*
 * The heat map of a change column: the value of no change, and the distance
 * from it that has the full colour. That is the farthest change, but no more
 * than 100 % or a ratio of 2, lest one row pale all others. 0: nothing changed.
 */
double column_stats_middle(const struct column_stats *);
double column_stats_farthest(const struct column_stats *);

#endif
