/*
 * print_hta - the rows of --compat hta, in the words of Holistic Trace
 * Analysis.
 */
#ifndef TRACE_CRITICAL_PRINT_HTA_H
#define TRACE_CRITICAL_PRINT_HTA_H

#include "tools/trace-critical/points.h"

/*
 * The edges of the path, or with `sums` the time and share of what bounds it.
 * Returns 0, -1 or 1: see hta_path.
 */
__attribute__((warn_unused_result)) int print_hta(
    struct tsvw *, const struct points *, struct interval window, bool sums);

#endif
