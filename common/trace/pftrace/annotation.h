/*
 * annotation - the annotations of a Perfetto trace, texts or numbers,
 * become arguments of a slice.
 *
 * Annotations within annotations get the names that Perfetto's own tools give
 * them: outer.inner, and list[0].
 */
#ifndef COMMON_TRACE_PFTRACE_ANNOTATION_H
#define COMMON_TRACE_PFTRACE_ANNOTATION_H

#include "common/bytes/protobuf.h"
#include "common/trace/pftrace/slice.h"

/* What a TrackEvent message is read with. */
struct pf_reading {
	const struct pf_interned *interned; /* or NULL */
	bool all; /* all annotations; else those that become columns */
};

/* Whether the number of its name tells that nobody wants an annotation. */
static inline bool
pf_annotation_passes(const struct pf_reading *r, struct span message)
{
	struct protobuf_reader m = protobuf_read(message);

	return !r->all &&
	    protobuf_tag(&m) == PROTOBUF_VALUE(PERFETTO_ANNOTATION_KEY) &&
	    pf_interned(r->interned, PERFETTO_INTERNED_KEY, protobuf_value(&m))
		.rank == PF_NO_COLUMN;
}

/* Adds what a DebugAnnotation message says. Returns 0, 1 if it is damaged. */
__attribute__((warn_unused_result)) int pf_annotation_add(
    struct pf_slice *, const struct pf_reading *, struct span message);

#endif
