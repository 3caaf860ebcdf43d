/*
 * pftrace_annotation - the annotations of a Perfetto trace, texts or numbers,
 * become arguments of a slice.
 *
 * Annotations within annotations get the names that Perfetto's own tools give
 * them: outer.inner, and list[0].
 */
#ifndef COMMON_TRACE_PFTRACE_ANNOTATION_H
#define COMMON_TRACE_PFTRACE_ANNOTATION_H

#include "common/trace/pftrace_slice.h"

/* What a TrackEvent message is read with. */
struct pf_reading {
	const struct pf_interned *interned; /* or NULL */
	bool all; /* all annotations; else those that become columns */
};

/*
 * Adds what a DebugAnnotation message says. Returns 0, 1 if it is damaged, -1:
 * no memory.
 */
__attribute__((warn_unused_result)) int pf_annotation_add(
    struct pf_slice *, const struct pf_reading *, struct span message);

#endif
