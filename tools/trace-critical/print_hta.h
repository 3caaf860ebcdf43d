/*
 * print_hta - the rows of --compat hta, in the words of Holistic Trace
 * Analysis.
 */
#ifndef TRACE_CRITICAL_PRINT_HTA_H
#define TRACE_CRITICAL_PRINT_HTA_H

#include "tools/trace-critical/points.h"

/*
 * The edges of the path, or with `sums` the time and share of what bounds it.
 * False: see hta_path.
 */
bool print_hta(
    struct tsvw *, const struct points *, struct interval window, bool sums);

#endif
