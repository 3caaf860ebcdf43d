/*
 * print_cycles - cycles, their repeats, segments and events as rows of the
 * stream.
 *
 * Like main.c these end the program with a message when they cannot go on.
 */
#pragma once

#include "common/table/tsv.h"
#include "tools/trace-cycles/repeat_times.h"

enum print_table {
	PRINT_POSITIONS, /* a row for each cycle and position */
	PRINT_LIST,      /* a row for each cycle */
	PRINT_REPEATS,   /* a row for each repeat of each cycle */
	PRINT_OUTLIERS,  /* a row for each repeat that takes far longer */
	PRINT_SEGMENTS,  /* a row for each segment of each stream and level */
	PRINT_SPREAD,    /* a row for each cycle: how much repeats differ */
	PRINT_EVENTS,    /* the input's rows, with where they are */
	PRINT_TABLES
};

/* The names of the tables on the command line, by enum print_table. */
extern const char *const print_names[];

/* The header of a table; the columns of events are there before. */
void print_header(
    struct tsvw *, enum print_table, const struct events *, bool fingerprints);

/* Whether there was something to print. */
bool print_table(struct tsvw *, enum print_table, const struct report *);

/* Those that have a file of their own; the first two print cycle i. */
void print_positions(struct tsvw *, const struct report *, size_t i);
void print_list(struct tsvw *, const struct report *, size_t i);
bool print_outliers(struct tsvw *, const struct report *);
bool print_events(struct tsvw *, const struct report *);
