/*
 * kind - what a collective does, by the name that the framework gives it, and
 * how large the elements are that it moves.
 */
#ifndef TRACE_COLLECTIVES_KIND_H
#define TRACE_COLLECTIVES_KIND_H

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/span.h"

enum kind {
	KIND_UNKNOWN, /* it has no name */
	KIND_ALLREDUCE,
	KIND_REDUCESCATTER,
	KIND_ALLGATHER,
	KIND_ALLTOALL,
	KIND_ALLTOALLV, /* each rank sends what it likes to each other one */
	KIND_TRANSFER,  /* from one rank to one other */
	KIND_OTHER
};

enum kind kind_of(struct span name);

/* The word of a table; empty for KIND_UNKNOWN. */
const char *kind_word(enum kind);

/*
 * Does no rank get its result before the last one has arrived? So the rank that
 * arrives last does not wait, and the shortest duration is the latency.
 */
bool kind_waits(enum kind);

/*
 * Bytes on the wire for each byte of the message: NCCL's bus bandwidth is the
 * algorithm's times this (nccl-tests, doc/PERFORMANCE.md). 0 where it is not
 * defined: other kinds, and fewer than one rank.
 */
double kind_bus_factor(enum kind, int64_t ranks);

/* Bytes of an element of c10's type of that name; 0 when it is unknown. */
int64_t dtype_bytes(struct span dtype);

#endif
