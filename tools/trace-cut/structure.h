/*
 * structure - the rows of one repeat of a cycle, and what belongs to them.
 *
 * Rows come as `trace-cycles --events` prints them. Chosen are
 * - the rows of the step that is asked for, by the column step, or those whose
 *   path holds the repeat; of a repeat on the main stream also what other
 *   streams of the GPU run beside it (common/trace/main_stream.h), and of an
 *   outermost one all of its step,
 * - the calls that launched them, and the flows between: rows off the GPU with
 *   the same correlation (of flows: the same id), and
 * - what encloses any of these on its own track, such as operators, Python
 *   functions and annotations,
 * - the names of processes and threads (ph M).
 *
 * Memory: 56 bytes a row, and its line.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/table/tsv.h"
#include "common/trace/path.h"

/* The part to cut: a repeat, or, if not 0, the n-th step of each GPU. */
struct structure {
	struct path_repeat repeat;
	int64_t step;
};

struct structure_rows;

/* Finds the columns. NULL: `missing` is not there. */
struct structure_rows *structure_open(
    const struct tsv *, struct structure, const char **missing);
void structure_free(struct structure_rows *);

/* Adds the current record. Returns 0, or -1: see tsv_error. */
MUST_USE int structure_add(struct structure_rows *, struct tsv *);

/* After the last record: chooses; returns how many are in the repeat itself. */
size_t structure_choose(struct structure_rows *);

/* How many steps the GPU has that has most. */
int64_t structure_steps(const struct structure_rows *);

/* The next chosen line in the order of the input; false after the last. */
bool structure_next(struct structure_rows *, struct span *line);
