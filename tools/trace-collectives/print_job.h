/*
 * print_job - the tables of a job that is closed.
 */
#pragma once

#include "common/table/tsv.h"
#include "tools/trace-collectives/collective_times.h"
#include "tools/trace-collectives/job.h"

struct print {
	const struct options *o;
	const struct job *job;
	const struct baselines *baselines;
	struct tsvw *out;
	bool numbered; /* events have their place in the trace */
	bool placed;   /* they have their step and layer */
	size_t untold; /* all-to-all-v whose destinations are unknown */
	struct buf id; /* of a collective, as text */
};

/*
 * The header, and the rows. They end the program when there is no memory or the
 * output cannot be written.
 */
void print_table_header(struct print *);
void print_table_rows(struct print *);

/* The rows of --by, but for collective: in print_event.c and print_message.c.
 */
void print_all_events(struct print *);
void print_messages(struct print *);
void print_ranks(struct print *);
void print_pairs(struct print *);

/* Columns that several tables have. */
void print_rate(struct print *, double bytes_per_second);
void print_text(struct print *, const struct event *, enum shape_field);
void print_time(struct print *, int64_t ns, bool known);
void print_rank(struct print *, uint32_t rank, bool known);
void print_node(struct print *, uint32_t rank);
void print_node_span(struct print *, const struct group *);

/*
 * The step and the layer that n events are in, if the input tells: empty where
 * they differ, the layer also where the steps do.
 */
void print_step(struct print *, const struct event *, size_t n);

/* Its group and its place there; of the one group of all the place alone. */
void print_identity(struct print *, const struct event *);
