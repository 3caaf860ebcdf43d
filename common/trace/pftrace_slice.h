/*
 * pftrace_slice - an event of a Perfetto trace with its texts: its name,
 * categories and annotations, whether they stand there or are interned.
 *
 * Annotations within annotations get the names that Perfetto's own tools give
 * them: outer.inner, and list[0].
 */
#ifndef COMMON_TRACE_PFTRACE_SLICE_H
#define COMMON_TRACE_PFTRACE_SLICE_H

#include "common/bytes/buf.h"
#include "common/trace/pftrace_state.h"

/* Bytes of a slice's text. */
struct pf_range {
	size_t at, n;
};

struct pf_arg {
	struct pf_range key, value;
};

/* Zeroed, it is empty; it may be used again after pf_slice_clear. */
struct pf_slice {
	struct pf_slice *below; /* in its track, or among those not in use */
	struct buf text;
	struct pf_range name, categories; /* of which the first decides */
	struct pf_range flow;             /* the first one's number */
	struct pf_arg *args;
	size_t nargs, cap;
	int64_t ts; /* ns */
};

void pf_slice_clear(struct pf_slice *);
void pf_slice_free(struct pf_slice *);

/*
 * Adds what a TrackEvent message of that sequence says. Returns 0, 1 if the
 * message is damaged, -1: no memory.
 */
__attribute__((warn_unused_result)) int pf_slice_add(
    struct pf_slice *, struct pf_state *, uint64_t sequence, struct span event);

/*
 * An event of that name with the annotation `name`. Returns 0, or -1: no
 * memory.
 */
__attribute__((warn_unused_result)) int pf_slice_name(
    struct pf_slice *, const char *event, struct span name);

/* Valid until the slice changes. */
struct span pf_text(const struct pf_slice *, struct pf_range);

/* The annotation of that name, or an empty span. */
struct span pf_arg(const struct pf_slice *, struct span name);

#endif
