/*
 * show - the output of trace-ideal: events with their ideal times, or totals,
 * counters, jobs and tables instead.
 *
 * Errors end the program with a message.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "common/cli/xkey.h"
#include "common/times/interval.h"
#include "tools/trace-ideal/ideal.h"

struct options {
	bool categories, counters, jobs, list; /* instead of the events */
	const char **ideal;                    /* paths */
	size_t n_ideal, cap_ideal;
	const char *job, *keys; /* columns; NULL: none */
	double soc, core;       /* MHz; 0: not told */
	bool quiet;
};

/* Kernels among the rows of a table of events. */

struct rows {
	int ts, dur, name, ph, cat, rank, ts3, ts4;
	struct key job, key;
	double soc;
};

struct kernel {
	struct span name; /* as tables of ideal times call it */
	struct interval when;
	int64_t cycles; /* of the device that it took; 0: not known */
	double us;      /* that it took */
	int64_t rank;   /* -1: not known */
};

/* Ends the program with a message if a column is missing. */
void kernel_rows_open(
    struct rows *, const struct options *, const struct tsv *);

/* Whether the record is a kernel, and which; its name lives as the record. */
bool kernel_rows_read(const struct rows *, struct tsv *, struct kernel *);

/* Counts of the second reading of the events. */
struct findings {
	int64_t kernels;
	int64_t beyond;  /* that took less than their ideal time */
	int64_t unknown; /* that the table of their job does not have */
};

struct work {
	const struct options *o;
	struct ideal ideal;
	struct rows rows;
	struct pool *job_keys, *keys; /* of jobs, and of -k */
	struct job *job;              /* by number of the key */
	struct choice *choice;        /* the same */
	size_t n, cap;
	struct findings found;
};

void show_tables(struct tsvw *, const struct ideal *);
void show_jobs(struct tsvw *, struct work *, const struct tsv *);

/* The header of show_events, as soon as that of its input is known. */
void show_header(struct tsvw *, const struct tsv *);

/* These read the events again, from their header on. */
void show_events(struct tsvw *, struct work *, struct tsv *);
void show_counters(struct tsvw *, struct work *, struct tsv *);
void show_totals(struct tsvw *, struct work *, struct tsv *);

/* The place of a table among all, from 1. */
int64_t work_place(const struct work *, const struct ideal_table *);

/* Of a kernel: the choice of its job, and what its table has of it, or NULL. */
const struct choice *work_choice(struct work *, const struct tsv *);
const struct ideal_kernel *work_ideal(
    struct work *, const struct choice *, const struct kernel *);
