/*
 * structure - the rows of one repeat of a cycle, and what belongs to them.
 *
 * Rows come as `trace-cycles --events` prints them. Chosen are
 * - the rows whose path holds the repeat; of a step, or of one
 *   repeat of a cycle of the main stream, those of the GPU's main
 *   stream, and what its other streams start from the first of these until the
 *   main stream runs what is no part of the step (or its last one ends),
 * - the calls that launched them, and the flows between: rows off the GPU with
 *   the same correlation (of flows: the same id), and
 * - what encloses any of these on its own track, such as operators, Python
 *   functions and annotations,
 * - the names of processes and threads (ph M).
 *
 * Memory: 64 bytes a row, and its line.
 */
#ifndef TRACE_CUT_STRUCTURE_H
#define TRACE_CUT_STRUCTURE_H

#include <stdbool.h>

#include "common/table/tsv.h"
#include "common/trace/path.h"

/* What is asked for: a repeat, or, if not 0, the n-th step of each GPU. */
struct structure {
	struct path_repeat repeat;
	int64_t step;
};

struct structure_rows;

/* Finds the columns. NULL: see `missing`; if that is NULL, no memory. */
struct structure_rows *structure_open(
    const struct tsv *, struct structure, const char **missing);
void structure_free(struct structure_rows *);

/*
 * Adds the current record. Returns 0, or -1: see tsv_error, and if that is NULL
 * there is no memory.
 */
__attribute__((warn_unused_result)) int structure_add(
    struct structure_rows *, struct tsv *);

/* After the last record: chooses. */
__attribute__((warn_unused_result)) int structure_choose(
    struct structure_rows *);

/* How many rows are in the repeat itself. */
size_t structure_found(const struct structure_rows *);

/* How many steps there are to choose from: of the GPU that has most. */
int64_t structure_steps(const struct structure_rows *);

/* The next chosen line in the order of the input; false after the last. */
bool structure_next(struct structure_rows *, struct span *line);

#endif
