/*
 * plot - what a picture is made of.
 */
#ifndef TRACE_PLOT_PLOT_H
#define TRACE_PLOT_PLOT_H

#include "common/meaning/rules.h"
#include "tools/trace-plot/frame.h"
#include "tools/trace-plot/script.h"

/* What a plot is made of, and what people asked for. */
struct plot {
	const struct frames *tables;
	const struct frame *pairs; /* of the timeline; NULL: none */
	const struct rules *rules; /* that tell what a kernel does */
	unsigned char *known[2];   /* groups, by a text's number: group.h */
	struct script *script;
	const char *trouble; /* why there is nothing to draw */
	char note[128];      /* what is left out, for people; or "" */
};

struct kind {
	const char *name;
	const char *title; /* unless people give one */
	const struct frame_wish *wish;
	size_t wishes;
	size_t most;  /* tables */
	size_t named; /* so many have their names in the picture; 0: none */

	/*
	 * Draws. Returns 1; 0 when there is nothing to draw; -1: no memory, or
	 * see plot->trouble.
	 */
	int (*draw)(struct plot *);
};

#endif
