/*
 * extra - further counters that a TrackEvent has values of.
 *
 * The n-th value belongs to the n-th track, of integers and of doubles each;
 * the tracks stand in the event or are a default of the sequence.
 */
#ifndef COMMON_TRACE_PFTRACE_EXTRA_H
#define COMMON_TRACE_PFTRACE_EXTRA_H

#include "common/bytes/protobuf.h"
#include "common/trace/pftrace/track_event.h"

enum { PF_EXTRA_TRACKS = 16 }; /* of each kind */

struct pf_extra_tracks {
	uint64_t count[PF_EXTRA_TRACKS], measure[PF_EXTRA_TRACKS];
	size_t counts, measures;
};

/* Takes the tracks that a field names, if it does: 0, or 1: too many. */
int pf_extra_track(struct pf_extra_tracks *, const struct protobuf_field *);

struct pf_extra {
	uint64_t track;
	struct pf_count count;
};

/* Those of one event. */
struct pf_extras {
	struct pf_extra value[2 * PF_EXTRA_TRACKS];
	size_t n, at; /* how many there are, and are taken */
	int64_t ts;
};

/*
 * Reads those of the message. Returns 0, or 1 if it is damaged or has a value
 * without a track.
 */
__attribute__((warn_unused_result)) int pf_extras_read(struct pf_extras *,
    struct span event, const struct pf_extra_tracks *defaults);

#endif
