/*
 * kinds - what can be drawn, and of which columns.
 */
#ifndef TOOLS_TRACE_PLOT_KINDS_H
#define TOOLS_TRACE_PLOT_KINDS_H

#include "tools/trace-plot/plot.h"

/* What each kind needs and how it is drawn. */

enum {
	BREAKDOWN_WISHES = 6,
	CRITICAL_WISHES = 11,
	CYCLES_WISHES = 7,
	HISTOGRAM_WISHES = 5,
	HISTORY_WISHES = 7,
	MEMORY_WISHES = 10,
	RANKS_WISHES = 4,
	ROOFLINE_WISHES = 9,
	TIMELINE_WISHES = 10,
	WATERFALL_WISHES = 9
};

extern const struct frame_wish breakdown_wish[BREAKDOWN_WISHES],
    critical_wish[CRITICAL_WISHES], cycles_wish[CYCLES_WISHES],
    histogram_wish[HISTOGRAM_WISHES], history_wish[HISTORY_WISHES],
    memory_wish[MEMORY_WISHES], ranks_wish[RANKS_WISHES],
    roofline_wish[ROOFLINE_WISHES], timeline_wish[TIMELINE_WISHES],
    waterfall_wish[WATERFALL_WISHES];

/* The pairs that connect the two sides of a timeline. */
extern const struct frame_wish timeline_pairs[];
enum { TIMELINE_PAIRS = 2 };

int breakdown_draw(struct plot *);
int critical_draw(struct plot *);
int cycles_draw(struct plot *);
int histogram_draw(struct plot *);
int history_draw(struct plot *);
int memory_draw(struct plot *);
int ranks_draw(struct plot *);
int roofline_draw(struct plot *);
int timeline_draw(struct plot *);
int waterfall_draw(struct plot *);

/* NULL after the last, i from 0. */
const struct kind *kind_at(size_t i);

#endif
