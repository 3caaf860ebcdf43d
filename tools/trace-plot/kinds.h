/*
 * kinds - what can be drawn, and of which columns.
 */
#ifndef TRACE_PLOT_KINDS_H
#define TRACE_PLOT_KINDS_H

#include "tools/trace-plot/plot.h"

/* NULL after the last, i from 0. */
const struct kind *kind_at(size_t i);

#endif
