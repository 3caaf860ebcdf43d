/*
 * pftrace_slice - an event of a Perfetto trace with its texts: its name,
 * category and arguments.
 */
#ifndef COMMON_TRACE_PFTRACE_SLICE_H
#define COMMON_TRACE_PFTRACE_SLICE_H

#include "common/bytes/buf.h"
#include "common/trace/pftrace_columns.h"
#include "common/trace/pftrace_track_event.h"

/* Bytes of a slice's text. */
struct pf_range {
	size_t at, n;
};

struct pf_arg {
	struct pf_range key, value;
	unsigned rank; /* as pf_column_rank */
};

/* Zeroed, it is empty; it may be used again after pf_slice_clear. */
struct pf_slice {
	struct pf_slice *below; /* in its track, or among those not in use */
	struct buf text;
	struct pf_range name;
	struct pf_range flow; /* the first one's number */
	struct pf_interned_text category;
	struct pf_arg *args;
	size_t nargs, cap;
	int64_t ts;  /* ns */
	bool passed; /* nobody asks for it: it stays without texts */
};

void pf_slice_clear(struct pf_slice *);
void pf_slice_free(struct pf_slice *);

/*
 * These append to the text; the range is where it stands, and grows. They
 * return 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int pf_put_text(
    struct pf_slice *, struct pf_range *, struct span);
__attribute__((warn_unused_result, format(printf, 3, 4))) int pf_put_format(
    struct pf_slice *, struct pf_range *, const char *format, ...);
__attribute__((warn_unused_result)) int pf_put_unsigned(
    struct pf_slice *, struct pf_range *, uint64_t);
__attribute__((warn_unused_result)) int pf_put_number(
    struct pf_slice *, struct pf_range *, int64_t);

/* Appends a copy of what stands in the text already. */
__attribute__((warn_unused_result)) int pf_put_copy(
    struct pf_slice *, struct pf_range *, struct pf_range from);
__attribute__((warn_unused_result)) int pf_put_arg(
    struct pf_slice *, const struct pf_arg *);

/* What a counter counts is its annotation `value`. */
__attribute__((warn_unused_result)) int pf_slice_count(
    struct pf_slice *, const struct pf_count *);

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
