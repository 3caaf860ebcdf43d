/*
 * xplane - traces of XLA (*.xplane.pb), as JAX and TensorFlow write them.
 *
 * An XSpace is planes: one for each GPU, whose lines are its streams, and one
 * for the host, whose lines are its threads. A stat of both, correlation_id,
 * ties a piece of work to its launch. Times are picoseconds there, rounded to
 * nanoseconds here. The file is kept in memory: names may follow the events.
 */
#ifndef COMMON_TRACE_XPLANE_XPLANE_H
#define COMMON_TRACE_XPLANE_XPLANE_H

#include "common/trace/reader.h"

/* For the table of formats.c. The args are stats, by their names. */
bool xplane_sniff(struct input *);
struct trace_reader *xplane_open(
    struct input *, const struct span *args, size_t n);

#endif
