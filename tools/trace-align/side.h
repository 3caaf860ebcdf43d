/*
 * side - one side of the comparison: its tables, each of a run, and the cycle
 * of them that is compared. What is wrong with a table ends the program with a
 * message.
 *
 * The rows are those of the first run; the rows of the others are added to
 * those that they are lined up with. So a row has its time in every run.
 */
#pragma once

#include "tools/trace-align/cycle_table.h"

/* The runs of one side. */
struct side_tables {
	struct cycle_table *run;
	size_t n;
	char **path;
};

/*
 * Opens a table, or several with commas between; a file that has this name,
 * commas and all, is one. `text` is cut at these, and must live as long.
 */
void side_open_tables(struct side_tables *, char *text);
void side_read_tables(struct side_tables *, struct pool *names);
void side_close_tables(struct side_tables *);

/* Has every run a cycle? Says on stderr which has none, unless quiet. */
bool side_has_cycles(const struct side_tables *, bool quiet);

struct side_run {
	const struct cycle_rows *cycle;
	double matched; /* the share of its time that is in the side's rows */
};

/* A row in one run, in ns of one repeat; negative where the run lacks it. */
struct timing {
	double mean, median;
};

struct side {
	const struct cycle_rows *cycle; /* of the first run */
	struct side_run *runs;
	size_t nruns;
	struct row *rows;
	size_t nrows;
	struct timing *timings; /* row i in run k is [i * nruns + k] */
	int64_t reps;           /* of all runs */
	int64_t total;          /* ns of all rows, over all repeats */
	int64_t each;           /* ns of all rows, in one repeat */
	int64_t period;         /* ns, the mean of all runs; -1: not known */
	const struct cycle_table *table; /* of the first run */
};

/*
 * Makes the side of a cycle of the first run: in the other ones it is the cycle
 * that is most alike. side_free after it.
 */
void side_of_cycle(const struct side_tables *, const struct cycle_rows *,
    const struct likeness *, struct side *);
void side_free(struct side *);
