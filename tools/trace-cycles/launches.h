/*
 * launches - when the host launched each event.
 */
#pragma once

#include "common/trace/event.h"

/* The start of each event's launch in ns, or STREAM_WORK_NO_LAUNCH. */
struct launches {
	int column;  /* launch_ts_us of trace-link, or TSV_MISSING */
	int64_t *ns; /* NULL: none is known; the caller frees it */
	size_t n, cap;
};

/* That of the last event, by the column, if there is one. */
void launches_add(struct launches *, const struct events *, const struct tsv *);

/*
 * Where there is no column: by the calls among the events, as trace-link finds
 * them (common/trace/host_events.h); calls of one rank are taken for those of
 * one thread. Not where no GPU has several streams, and nothing needs it.
 * Between event_sort and event_forget_order.
 */
void launches_find(struct launches *, const struct events *);
