/*
 * crowd - where the kernels of a lane are too short to be seen one by one.
 *
 * A lane is divided into cells of a few pixels. Drawn one over the other,
 * kernels shorter than a pixel would leave a mixture of colours, one that has
 * no meaning. So a cell with several of them is crowded, and shows the share of
 * each kind of work by its height.
 */
#ifndef TRACE_PLOT_CROWD_H
#define TRACE_PLOT_CROWD_H

#include "tools/trace-plot/bars.h"

struct crowd_cell {
	double ns[GROUPS_MOST];
	size_t narrow; /* kernels shorter than a pixel in it */
	bool crowded;
};

struct crowd {
	struct crowd_cell *cell;
	size_t n;
	double width; /* ns */
};

/*
 * The cells of a lane, from its bars in the order of time; `pixel` and `last`,
 * the end of the axis, in ns.
 */
void crowd_of(
    struct crowd *, const struct bar *, size_t n, double pixel, double last);
void crowd_free(struct crowd *);

/* Where the part of [from, to) ends that begins at `from` and is all crowded,
 * or all not. */
double crowd_run(const struct crowd *, double from, double to, bool *crowded);

/* The share of a group in a crowded cell; all together at most 1. */
double crowd_share(const struct crowd *, size_t i, size_t group);

#endif
