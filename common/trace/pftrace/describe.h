/*
 * describe - what a Perfetto trace says of its tracks, and of processes
 * and threads before there were tracks.
 */
#ifndef COMMON_TRACE_PFTRACE_DESCRIBE_H
#define COMMON_TRACE_PFTRACE_DESCRIBE_H

#include "common/trace/pftrace/state.h"

/* What a TrackDescriptor message says. */
struct pf_description {
	uint64_t uuid;
	const char *names; /* process_name, thread_name, or NULL: of neither */
	struct span name;  /* the text, or empty */
};

/*
 * Adds a TrackDescriptor message to its track: a later one never erases what
 * an earlier one said. Returns 0, 1 if it is damaged.
 */
__attribute__((warn_unused_result)) int pf_describe(
    struct pf_state *, struct span message, struct pf_description *);

/*
 * The same for the ProcessDescriptor or ThreadDescriptor of a packet; the
 * thread is that of the sequence.
 */
__attribute__((warn_unused_result)) int pf_describe_process(
    struct pf_state *, struct span message, struct pf_description *);
__attribute__((warn_unused_result)) int pf_describe_thread(struct pf_state *,
    struct pf_sequence *, struct span message, struct pf_description *);

/* The track of a thread that has none by itself. */
void pf_thread_track(
    struct pf_state *, uint64_t pid, uint64_t tid, uint64_t *uuid);

#endif
