/*
 * read - tables into frames; what is wrong with one ends the program.
 */
#ifndef TRACE_PLOT_READ_H
#define TRACE_PLOT_READ_H

#include "tools/trace-plot/plot.h"

/* An operand, FILE or LABEL=FILE; texts go into the pool. */
struct frame xframe_read(struct pool *, const char *operand,
    const struct frame_wish *, size_t wishes);

void frames_free(struct frames *);

#endif
