/*
 * cycle_spread - how much the repeats of cycles differ, by the table that
 * trace-cycles --also spread writes: the time of all kernels, that of all of
 * one name, and the period.
 */
#pragma once

#include "tools/trace-align/cycle_table.h"

/*
 * Reads them into cycles that have been read with these names; those that the
 * table lacks stay as they are. Like cycle_table it ends the program.
 */
void cycle_table_spread(
    struct cycle_table *, const char *path, const struct pool *names);

/* Of the time of all kernels of a name, or NULL if it is not known. */
const struct repeat_mean *cycle_rows_of_name(
    const struct cycle_rows *, uint32_t name);

/* Is it of the total of these repeats, in ns, but for its rounding? */
bool repeat_mean_is_of(const struct repeat_mean *, int64_t reps, double total);
