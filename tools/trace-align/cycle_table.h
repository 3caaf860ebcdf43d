/*
 * cycle_table - a table of cycles, read whole.
 *
 * Part of the tool's own input: what is wrong ends the program with a message.
 */
#pragma once

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/pool.h"
#include "common/cli/xkey.h"
#include "common/table/tsv.h"
#include "common/times/sum_error.h"
#include "tools/trace-align/pair.h"

enum { ANY_CYCLE = 0 }; /* no number: none is named */

/* The mean of a time over the repeats, in ns, and how far it may be off. */
struct repeat_mean {
	double mean;
	struct sum_error noise; /* as the table of spreads tells */
};

/* That of all kernels of one name. */
struct name_mean {
	uint32_t name, cycle; /* the name first: it is searched for */
	struct repeat_mean sums;
};

struct cycle_rows {
	struct repeat_mean sums, periods;
	const struct name_mean *named; /* by name, where the spread is known */
	size_t nnamed;
	size_t place; /* among those of its table */
	int64_t number;
	int64_t reps;
	int64_t period; /* ns, from one repeat to the next; -1: not known */
	int64_t length; /* kernels of a repeat; -1: not known */
	double share;   /* of the GPU's kernel time; -1: not known */
	double part;    /* of the trace; see cycle_rows_takes_little */
	bool in_step;   /* it is a step, or in one, as far as is known */
	bool holds;     /* another cycle of the table repeats in it */
	bool several;   /* it holds steps, as trace-phase says */
	int64_t parent; /* its number, or ANY_CYCLE */
	const struct cycle_rows *holder;  /* in which it repeats, or NULL */
	struct span level, phase, device; /* empty if unknown */
	const char *file;                 /* its table's, for messages */
	struct row *rows;                 /* in the order of their positions */
	size_t nrows;
	int64_t total; /* ns of its rows, over all repeats */
};

/* A cycle and its table, in the format of a message. */
#define CYCLE_SAID "cycle %" PRId64 " of %s"
#define CYCLE_OF(c) (c)->number, (c)->file

/* How often it repeats how many kernels. */
#define REPEATS_SAID "%" PRId64 " repeat%s of %" PRId64 " kernel%s"
#define REPEATS_OF(c)                                                \
	(c)->reps, (c)->reps == 1 ? "" : "s", cycle_rows_kernels(c), \
	    cycle_rows_kernels(c) == 1 ? "" : "s"

struct cycle_table {
	struct tsv *in;
	/* These may be missing. */
	int level, parent, length, coverage, phase, phase_reason, period;
	int step_kind;
	int count, median, deviation, least, most, op, shapes, device;
	int cycle, reps, position, name, sum;
	struct key key; /* what tells cycles apart */

	struct pool *keys; /* of the cycles, numbered alike */
	struct pool *texts;
	struct cycle_rows *cycles;
	size_t ncycles, cycles_cap;
	struct row *rows;
	size_t nrows, rows_cap;
	struct name_mean *named; /* of all cycles, by cycle and name */
	size_t nnamed, named_cap;
};

/* Opens a table and finds its columns; *path must live as long. */
void cycle_table_open(struct cycle_table *, char **path);
void cycle_table_close(struct cycle_table *);

/*
 * Reads the rows; their names go into the pool. Rows of one cycle, position and
 * name are one; it is an error if all of a cycle come twice.
 */
void cycle_table_read(struct cycle_table *, struct pool *names);

/*
 * The kernels of one repeat: fewer than the rows where repeats differ, so that
 * several rows are alternatives. All rows where the table does not tell.
 */
int64_t cycle_rows_kernels(const struct cycle_rows *);

/*
 * Does it take less than half of its trace, as far as is known? Whatever
 * differs in two such cycles says nothing of the rest. A cycle takes as much as
 * its kernels of the kernel time, or, in a step, as its repeats span of the
 * longest that any cycle spans, if not less than the kernel time: a step beside
 * a stream of communication is the trace.
 */
bool cycle_rows_takes_little(const struct cycle_rows *);

/* Does a kernel of this name run beside the steps, on another stream? */
bool cycle_table_runs_beside(const struct cycle_table *, uint32_t name);

/* Is it known what its step does? */
bool cycle_rows_has_phase(const struct cycle_rows *);

/* The only cycle with that number; there must be one. */
struct cycle_rows *cycle_table_cycle(
    const struct cycle_table *, int64_t number);

/*
 * The columns that tell cycles apart. All but the cycle may be missing, whose
 * column it returns; another table may have the others, and empty.
 */
int cycle_table_find_key(struct key *, const struct tsv *);

/* For messages. */
const char *cycle_table_name(const struct cycle_table *);
