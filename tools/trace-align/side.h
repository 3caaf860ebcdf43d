/*
 * side - one of the two tables: read whole, one cycle of it chosen.
 *
 * Part of the tool's own input: what is wrong ends the program with a message.
 */
#ifndef TRACE_ALIGN_SIDE_H
#define TRACE_ALIGN_SIDE_H

#include <stddef.h>
#include <stdint.h>

#include "common/bytes/pool.h"
#include "common/table/tsv.h"
#include "tools/trace-align/compare.h"

enum { ANY_CYCLE = 0 }; /* no number: there must be only one */

/* What tells one cycle of a table from another. */
struct cycle {
	int64_t number;
	int64_t reps;
	struct span level, length, phase; /* for messages; empty if unknown */
};

struct side {
	struct tsv *in;
	/* These may be missing. */
	int rank, device, stream, level, length, count, deviation, phase;
	int cycle, reps, position, name, sum;

	struct pool *keys; /* of the cycles, numbered alike */
	struct pool *texts;
	struct cycle *cycles;
	size_t ncycles, cycles_cap;
	struct row *rows;
	size_t nrows, rows_cap;

	struct cycle *chosen;
	int64_t total; /* of the chosen cycle's rows */
};

/* Opens a table and finds its columns; *path must live as long. */
void side_open(struct side *, char **path);
void side_close(struct side *);

/* Reads the rows; their names go into the pool. */
void side_read(struct side *, struct pool *names);

/*
 * Leaves the rows of the only cycle, or of the only one with that number, in
 * the order of their positions. There must be rows.
 */
void side_choose(struct side *, int64_t number);

/* Of a sum over all repeats of the chosen cycle, one, to the nearest ns. */
int64_t side_per_repeat(const struct side *, int64_t sum);

/* For messages. */
const char *side_name(const struct side *);

#endif
