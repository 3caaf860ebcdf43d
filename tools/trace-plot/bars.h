/*
 * bars - what a timeline shows: the kernels, copies and memsets of its tables,
 * in lanes, one for each stream.
 */
#ifndef TRACE_PLOT_BARS_H
#define TRACE_PLOT_BARS_H

#include <stdint.h>

#include "tools/trace-plot/group.h"
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

struct lane {
	size_t table;
	uint32_t rank, device, stream;
	double y; /* of its middle, in pixels */
};

struct bar {
	int64_t start, end; /* ns since the table's first event */
	size_t lane, group;
	double position;
};

/* A zeroed struct is empty. */
struct bars {
	struct lane lane[LANES_MOST];
	size_t lanes, left_out; /* events of further streams */
	struct bar *bar;        /* by lane and time */
	size_t n, cap;
	int64_t first[2], last; /* ns; one first for a path and its events */
	bool used[GROUPS_MOST];
};

/* Is it a critical path, as trace-critical prints it? */
bool bars_is_path(const struct frame *);

/* Reads the tables of a plot, two at most. */
__attribute__((warn_unused_result)) int bars_collect(
    struct plot *, struct bars *);
void bars_free(struct bars *);

/* Where the lanes of a table end. */
int64_t bars_end(const struct bars *, size_t table);

#endif
