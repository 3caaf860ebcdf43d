/*
 * sink - bytes on their way to a descriptor, compressed if that is asked for.
 *
 * Nothing is printed here; the first error is kept. Memory: 64 KiB, and 256 KiB
 * if it compresses. The bytes depend on nothing but what was written.
 */
#ifndef TRACE_JSON_SINK_H
#define TRACE_JSON_SINK_H

#include <stdbool.h>

#include "common/bytes/span.h"

struct sink;

/* The descriptor remains the caller's. */
struct sink *sink_open(int fd, bool gzip);

void sink_write(struct sink *, struct span);

/*
 * Ends what is compressed and writes all. Returns 0, or an errno. Nothing may
 * be written after it.
 */
__attribute__((warn_unused_result)) int sink_end(struct sink *);

/* The errno of the first write that failed, or 0. */
int sink_error(const struct sink *);

void sink_close(struct sink *);

#endif
