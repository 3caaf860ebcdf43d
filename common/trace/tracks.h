/*
 * tracks - the GPU events of each stream, and where they overlap.
 *
 * A stream does one thing after another; where a trace shows two at a time, its
 * times are wrong, or the work began before what precedes it had ended, as with
 * programmatic dependent launch. Memory: 24 bytes an event.
 */
#ifndef COMMON_TRACE_TRACKS_H
#define COMMON_TRACE_TRACKS_H

#include <stddef.h>
#include <stdint.h>

struct track_event {
	int64_t start, end; /* ns, start <= end, and the difference fits */
	uint32_t stream;
};

/* Zeroed, there are none. */
struct tracks {
	struct track_event *p;
	size_t n, cap;
};

struct overlaps {
	int64_t
	    pieces; /* that begin before an earlier one of the stream ends */
	int64_t ns; /* by which durations exceed the time they cover */
};

void tracks_free(struct tracks *);

void tracks_add(struct tracks *, struct track_event);

/*
 * Sorts the events, and counts. Returns 0, or -1 when the time does not fit
 * (292 years).
 */
__attribute__((warn_unused_result)) int tracks_overlaps(
    struct tracks *, struct overlaps *);

#endif
