/*
 * spread - how much the repeats of a cycle differ: what trace-cycles --also
 * spread says of their kernel times and of their periods.
 */
#ifndef TRACE_ALIGN_SPREAD_H
#define TRACE_ALIGN_SPREAD_H

#include "tools/trace-align/cycle_table.h"
#include "tools/trace-align/welch.h"

/*
 * Reads such a table into the cycles of t, which has been read, by rank,
 * device, stream and number; cycles that it lacks stay as they are. What is
 * wrong ends the program with a message.
 */
void spread_read(struct cycle_table *t, const char *path);

/*
 * b against a by their means, deviations and correlations. Where few repeats do
 * not overlap, ranks tell more: by chance, all of one side come before all of
 * the other in one of as many orders as there are (F. Wilcoxon, "Individual
 * comparisons by ranking methods", Biometrics Bulletin 1, 1945), and the
 * differences of the extremes bound the interval. NAN where one is not known.
 */
struct estimate spread_estimate(const struct spread *a, const struct spread *b);

#endif
