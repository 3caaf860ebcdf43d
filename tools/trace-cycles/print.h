/*
 * print - cycles and events as rows of the stream.
 *
 * Like main.c these end the program with a message when they cannot go on.
 */
#ifndef TRACE_CYCLES_PRINT_H
#define TRACE_CYCLES_PRINT_H

#include "common/tsv.h"
#include "tools/trace-cycles/view.h"

enum print_table {
	PRINT_POSITIONS, /* a row for each cycle and position */
	PRINT_LIST,      /* a row for each cycle */
	PRINT_REPEATS    /* a row for each repeat of each cycle */
};

void print_header(struct tsvw *, enum print_table, bool phases);
void print_positions(struct tsvw *, const struct report *);
void print_list(struct tsvw *, const struct report *);
void print_repeats(struct tsvw *, const struct report *);

/* The columns that print_events adds, ended by NULL. */
extern const char *const print_event_columns[];

/* The events, in time order, with where they are in which cycle. */
void print_events(struct tsvw *, const struct report *);

#endif
