/*
 * slices - from the events of a Perfetto trace to ours: a slice from
 * its begin to its end, and what has no end of its own.
 */
#ifndef COMMON_TRACE_PFTRACE_SLICES_H
#define COMMON_TRACE_PFTRACE_SLICES_H

#include "common/json/skim.h"
#include "common/trace/kevent.h"
#include "common/trace/pftrace/describe.h"
#include "common/trace/whole.h"

struct pf_slices {
	struct pf_state *state;
	const struct skim_words *words; /* of the events asked for; NULL: all */
	const struct span *args;        /* annotations asked for */
	size_t nargs;
	struct span *asked;  /* room for their values, in the last event */
	struct whole *whole; /* or NULL */
	int64_t number, lost;
	int64_t endless; /* slices without an end */

	struct pf_slice *done, *unused; /* the last event's; others */
	uint32_t leftover;              /* the track to look for open slices */
};

/* Frees what is after the pointers but the state, which must still be there.
 */
void pf_slices_free(struct pf_slices *);

/* The last event is not needed any more. */
void pf_slices_next(struct pf_slices *);

/*
 * These return 1 if there is an event now, valid until pf_slices_next, 0 if
 * there is none.
 */
__attribute__((warn_unused_result)) int pf_slices_event(struct pf_slices *,
    const struct pf_track_event *, const struct pf_sequence *, struct kevent *);

/* The name of a process or thread is an event, as in JSON: ph M. */
__attribute__((warn_unused_result)) int pf_slices_name(
    struct pf_slices *, const struct pf_description *, struct kevent *);

/* At the end: the next slice that has none. */
__attribute__((warn_unused_result)) int pf_slices_leftover(
    struct pf_slices *, struct kevent *);

#endif
