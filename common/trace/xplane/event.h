/*
 * event - when an event of XLA was, and of which category it is.
 */
#ifndef COMMON_TRACE_XPLANE_EVENT_H
#define COMMON_TRACE_XPLANE_EVENT_H

#include "common/json/skim.h"
#include "common/trace/kevent.h"

/*
 * Sets when it was, on a line that begins at so many nanoseconds, and the
 * number of its name. Returns 1, 0 if it is a count of many, -1 if it cannot be
 * read.
 */
int xplane_times(
    struct span message, int64_t line_ns, uint64_t *kind, struct kevent *);

/* What the profiler of a device records itself, by its name, and what it
 * derives. */
struct span xplane_device_category(
    bool gpu, struct span line_name, struct span name);

/*
 * Whether an event of such a line can be of a category that is asked for; words
 * may be NULL: all are.
 */
bool xplane_wanted(
    const struct skim_words *, bool host, bool gpu, struct span line_name);

/* What has a correlation launches work: calls of a runtime, operators of XLA.
 */
struct span xplane_host_category(const struct kevent *);

#endif
