/*
 * layers - in which step and layer a collective is, by the paths that
 * trace-cycles --events prints, such as 1:3/4:17.
 *
 * The step is the outermost repeat, 1:3. trace-cycles numbers the repeats of an
 * inner cycle over the whole trace; the layer is the place of such a repeat
 * among those of its step, from 1, so all rows have to be noted, not only those
 * of collectives.
 */
#ifndef TRACE_COLLECTIVES_LAYERS_H
#define TRACE_COLLECTIVES_LAYERS_H

#include <stdint.h>

#include "common/bytes/pool.h"

/* Zeroed, it is empty. */
struct layers {
	struct pool *keys; /* rank, step and inner cycle */
	int64_t *first;    /* its first repeat in the step, by key */
	size_t cap;
};

void layers_free(struct layers *);

/* A row of that rank has this path, which may be empty. */
void layers_note(struct layers *, uint32_t rank, struct span path);

/* Where a path is: part of it, or empty; and numbers from 1 on, or -1. */
struct step {
	struct span text;
	int64_t repeat; /* the second number of the text */
	int64_t layer;
};

/* After all rows. */
struct step layers_of(const struct layers *, uint32_t rank, struct span path);

#endif
