/*
 * bars - the bars of a timeline: kernels, copies and memsets of its tables, in
 * lanes, one for each stream.
 */
#pragma once

#include <stdint.h>

#include "tools/trace-plot/draw.h"
#include "tools/trace-plot/plot.h"

/* The columns of timeline_wish. */
enum {
	BARS_START,
	BARS_DUR,
	BARS_CAT,
	BARS_RANK,
	BARS_DEVICE,
	BARS_STREAM,
	BARS_POSITION,
	BARS_LABEL,
	BARS_BOUND = BARS_LABEL + GROUP_COLUMNS /* of critical_wish only */
};

enum { LANES_MOST = 40 };

struct bar {
	int64_t start, end; /* ns since the table's first event */
	size_t lane, group;
	double position;
};

/* A zeroed struct is empty. */
struct bars {
	struct tracks lanes;
	struct bar *bar; /* by lane and time */
	size_t n, cap;
	int64_t first[2];     /* ns; one for a path and its events */
	int64_t end[2], last; /* of each table and of both, ns since then */
	bool used[GROUPS_MOST];
};

/* Is it a critical path, as trace-critical prints it? */
bool bars_is_path(const struct frame *);

/* Reads the tables of a plot, two at most; bars->bar is then the caller's. */
void bars_collect(struct plot *, struct bars *);

/*
 * Where the kernels of a lane are too short to be seen one by one.
 *
 * A lane is divided into cells of a few pixels. Drawn one over the other,
 * kernels shorter than a pixel would leave a mixture of colours, one that has
 * no meaning. So a cell with several of them is crowded, and shows the share
 * of each kind of work by its height.
 */

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
 * The cells of a lane, which are the caller's to free, from its bars in the
 * order of time; `pixel` and `last`, the end of the axis, in ns.
 */
void crowd_of(
    struct crowd *, const struct bar *, size_t n, double pixel, double last);

/* Where the part of [from, to) ends that begins at `from` and is all crowded,
 * or all not. */
double crowd_run(const struct crowd *, double from, double to, bool *crowded);

/* The share of a group in a crowded cell; all together at most 1. */
double crowd_share(const struct crowd *, size_t i, size_t group);
