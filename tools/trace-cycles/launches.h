/*
 * launches - when the host launched each event.
 */
#ifndef TOOLS_TRACE_CYCLES_LAUNCHES_H
#define TOOLS_TRACE_CYCLES_LAUNCHES_H

#include "common/trace/event.h"

/*
 * The start of each event's launch in ns, or STREAM_WORK_NO_LAUNCH: by the
 * column launch_ts_us of trace-link, in that place, or, where it is
 * TSV_MISSING, by the calls among the events, as trace-link finds them
 * (common/trace/host.h); calls of one rank are taken for those of one thread.
 * NULL where no GPU has several streams, and nothing needs it. The caller frees
 * it. Between event_sort and event_forget_order, with lines.
 */
int64_t *launches_find(const struct events *, int launch_ts);

#endif
