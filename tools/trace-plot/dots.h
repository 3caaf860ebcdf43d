/*
 * dots - the operators of a roofline: what they compute for each byte that they
 * move, and how fast.
 *
 * Rows of one name that do as much for each byte are one dot: its rate is that
 * of all of them together.
 */
#ifndef TOOLS_TRACE_PLOT_DOTS_H
#define TOOLS_TRACE_PLOT_DOTS_H

#include "tools/trace-plot/draw.h"
#include "tools/trace-plot/plot.h"

/* The columns of roofline_wish. */
enum {
	DOTS_INTENSITY,
	DOTS_FLOPS,
	DOTS_TIME,
	DOTS_SPEC,
	DOTS_RIDGE,
	DOTS_ROOF,
	DOTS_LABEL
};

struct dot {
	uint32_t name;
	struct span text; /* the same */
	double intensity, flops, ns;
	size_t group;
};

struct dots {
	struct dot *dot; /* the most time first */
	size_t n, cap;
	double total;    /* ns, of all of them, shown or not */
	size_t left_out; /* each with less than 0.1 % of that */
	size_t copies;   /* rows that move data and compute nothing: no dots */
};

/* Reads the first table into a zeroed struct. */
void dots_collect(struct dots *, struct plot *);
void dots_free(struct dots *);

static inline double
dot_rate(const struct dot *d)
{
	return d->flops / d->ns / 1e3; /* TFLOP/s */
}

/* Above zero, and no quantity that sums or quotients of it are out of range. */
bool dots_are_sane(double);

/* Has a row of the table all that a dot needs? */
bool dots_row_counts(const union cell *row);

#endif
