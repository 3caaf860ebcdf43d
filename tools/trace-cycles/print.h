/*
 * print - cycles and events as rows of the stream.
 *
 * Like main.c these end the program with a message when they cannot go on.
 */
#ifndef TRACE_CYCLES_PRINT_H
#define TRACE_CYCLES_PRINT_H

#include "common/tsv.h"
#include "tools/trace-cycles/lanes.h"

struct report {
	const struct events *events;
	const struct lanes *lanes;
	const struct found *found;
	size_t n;
	bool phases; /* the input has labels: hand them on */
};

void print_header(struct tsvw *, bool list, bool phases);

/* A row for each cycle and position. */
void print_positions(struct tsvw *, const struct report *);

/* A row for each cycle. */
void print_list(struct tsvw *, const struct report *);

/* The events, in time order, with the innermost cycle, repeat and position. */
void print_events(struct tsvw *, const struct report *);

#endif
