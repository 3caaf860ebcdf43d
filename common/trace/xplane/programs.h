/*
 * programs - what the HLO in a trace of XLA says of an event's instruction.
 *
 * The plane /host:metadata has the modules; those that do not name an
 * instruction of theirs are never read.
 */
#ifndef COMMON_TRACE_XPLANE_PROGRAMS_H
#define COMMON_TRACE_XPLANE_PROGRAMS_H

#include "common/trace/xplane/hlo.h"

/* Zeroed, nothing is asked for. */
struct xplane_hlo {
	struct hlo *modules; /* NULL unless a text of them is asked for */
	struct span op, module, program; /* of the event */
};

/* Finds the modules of a file, if one of the args is a text of hlo.h. */
void xplane_hlo_read(
    struct xplane_hlo *, struct span file, const struct span *args, size_t n);
void xplane_hlo_free(struct xplane_hlo *);
bool xplane_hlo_damaged(const struct xplane_hlo *);

/* An event begins; one of its stats, which must live until it is filled in. */
void xplane_hlo_begin(struct xplane_hlo *);
void xplane_hlo_note(struct xplane_hlo *, struct span name, struct span text);

/* Fills in those of the args that no stat of the event gave. */
void xplane_hlo_fill(
    struct xplane_hlo *, const struct span *args, size_t n, struct span *asked);

#endif
