/*
 * source - the events of a trace file with their fields.
 */
#ifndef COMMON_SOURCE_H
#define COMMON_SOURCE_H

#include "common/kevent.h"
#include "common/kineto.h"

struct source {
	struct kineto *kineto;
	struct kreader *reader;
	const char *error;
};

/*
 * Opens a trace; `args` are further arguments to find, as for kreader_new.
 * Returns 0, or -1: no memory. source_close may follow in either case.
 */
__attribute__((warn_unused_result)) int source_open(
    struct source *, const char *path, const struct span *args, size_t n);
void source_close(struct source *);

/*
 * The next event that can be read; what cannot counts as lost. Valid until the
 * next call. Returns 1, 0 at the end, -1: see error.
 */
__attribute__((warn_unused_result)) int source_next(
    struct source *, struct kevent *);

#endif
