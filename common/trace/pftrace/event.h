/*
 * event - an event of ours out of a slice and its track.
 *
 * Annotations have names of their own in every profiler; those that rocprofv3
 * and its readers use become columns (TraceLens, pftrace reports; AMD, 2025).
 */
#ifndef COMMON_TRACE_PFTRACE_EVENT_H
#define COMMON_TRACE_PFTRACE_EVENT_H

#include "common/trace/kevent.h"
#include "common/trace/pftrace/annotation.h"
#include "common/trace/pftrace/slice.h"
#include "common/trace/pftrace/state.h"
#include "common/trace/whole.h"

/*
 * The texts of a TrackEvent of a Perfetto trace, whether they stand there or
 * are interned.
 */

/*
 * Adds what the message says to a slice, its category apart. Returns 0, 1 if
 * the message is damaged.
 */
__attribute__((warn_unused_result)) int pf_fields_add(struct pf_slice *,
    const struct pf_reading *, const struct pf_track_event *);

/* All categories of the message, with commas, are the argument `categories`. */
void pf_fields_categories(
    struct pf_slice *, const struct pf_interned *, struct span event);

#define PF_NO_TIME (-1)

/* Where a slice stands, and what it is. */
struct pf_place {
	const struct pf_track *track;
	const char *ph;
	int64_t end; /* ns, or PF_NO_TIME */
};

/* Its texts are valid as long as the slice, which has digits, and the state. */
void pf_event(const struct pf_state *, struct pf_slice *,
    const struct pf_place *, struct kevent *);

/*
 * Makes the event's args: its annotations, after the columns that others read
 * there.
 */
void pf_whole(struct whole *, const struct pf_slice *, struct kevent *);

#endif
