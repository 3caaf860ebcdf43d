/*
 * print_launches - the events of the GPU with what is known of their launches.
 */
#pragma once

#include "tools/trace-link/call_path.h"
#include "tools/trace-link/link_table.h"

/*
 * The calls that recorded what a graph's launch runs, found for
 * all such launches of a table in another one, of the trace of the recording.
 */

struct graph_origin {
	uint32_t call; /* its row in the recording, or HOST_NONE */
	int64_t since; /* the graph has no earlier rows of the recording, ns */
	int64_t ids;   /* to be added to ids there, so that each run of a graph
			  has operators of its own, after those of the trace */
};

/* The trace of the recording of graphs, and what is from there. */
struct recording {
	struct link_table table;
	struct graph_origin *event; /* of each event of the GPU */
	size_t graphs, unknown;     /* launches; those that were not recorded */
};

/* Fills in all but the table, for the events of another one that was read. */
void recording_find(struct recording *, const struct link_table *);

/* The call that recorded an event of the GPU, if there is a recording. */
struct place recording_place(const struct recording *, uint32_t event);

/* These end the program with a message when they fail. */
void link_print_header(
    struct tsvw *, const struct link_table *, const struct tsv *);
void link_print_events(struct tsvw *, const struct link_table *,
    const struct recording *); /* or NULL */

/*
 * Prints the table of --gaps, for a table that has read its rows with `gaps`,
 * and knows all launches. Ends the program with a message when it cannot;
 * errors of the writer are the caller's.
 */
void link_print_gaps(struct tsvw *, const struct link_table *);

/*
 * The operators, each with its work of the GPU.
 */

/*
 * Prints a header and all operators of the trace in the order of time, then
 * those of recorded graphs, in the order of their first events. Ends the
 * program with a message when it fails.
 */
void link_print_operators(struct tsvw *, const struct link_table *,
    const struct recording *); /* or NULL */
