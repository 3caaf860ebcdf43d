/*
 * fields - the texts of a TrackEvent of a Perfetto trace, whether they
 * stand there or are interned.
 */
#ifndef COMMON_TRACE_PFTRACE_FIELDS_H
#define COMMON_TRACE_PFTRACE_FIELDS_H

#include "common/trace/pftrace/annotation.h"

/*
 * Adds what the message says to a slice, its category apart. Returns 0, 1 if
 * the message is damaged.
 */
__attribute__((warn_unused_result)) int pf_fields_add(struct pf_slice *,
    const struct pf_reading *, const struct pf_track_event *);

/* All categories of the message, with commas, are the argument `categories`. */
__attribute__((warn_unused_result)) int pf_fields_categories(
    struct pf_slice *, const struct pf_interned *, struct span event);

#endif
