/*
 * selection - which operators to replay, so that each event of the GPU is
 * replayed once.
 *
 * From the outside in, the first operator counts whose call is known; what it
 * holds is part of it. Others count for what they launch themselves.
 */
#ifndef TRACE_REPLAY_SELECTION_H
#define TRACE_REPLAY_SELECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An operator, as trace-link prints it. */
struct operator_row {
	int64_t id, parent; /* parent < 0: no operator holds it */
	int64_t ns;         /* of the GPU, with all that it holds */
	int64_t events;
	uint32_t call; /* the number of its name and arguments */

	/* Of those that count, what they count for; else no events. */
	int64_t own_ns, own_events;
};

enum selection_status {
	SELECTION_DONE,
	SELECTION_TWICE, /* two rows have one id; *where is one of them */
	SELECTION_CIRCLE /* an operator holds itself */
};

/*
 * Sets own_ns and own_events of n rows, in any order; known[] says of each call
 * whether it can be replayed as a whole. An operator whose parent is not among
 * the rows has none.
 */
enum selection_status selection_run(
    struct operator_row *, size_t n, const bool *known, size_t *where);

#endif
