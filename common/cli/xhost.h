/*
 * xhost - rows of the host, of flows and of correlations, out of the table that
 * trace-extract prints.
 *
 * Ids are unique in one traced run only: the numbers of all of them include the
 * columns rank and file where these are there.
 */
#pragma once

#include "common/bytes/pool.h"
#include "common/table/tsv.h"
#include "common/trace/launch.h"

struct xhost {
	/* Places of columns; TSV_MISSING for those from `external` on. */
	int ts, dur, name, cat, ph, id, pid, tid, correlation;
	int external, event, rank, file, sequence;

	struct pool *ids;     /* distinct correlations */
	unsigned char *known; /* LAUNCH_ flags of each */
	size_t known_cap;
	struct pool *texts; /* names, and what tells threads apart */

	struct buf key;      /* for use while a row is read */
	struct buf thread;   /* key of the last row's thread */
	struct host running; /* its scope, process and thread */
};

/* These end the program with a message when they fail. */
void xhost_open(struct xhost *, const struct tsv *);
void xhost_free(struct xhost *);

/* Appends a field and a tab to a key; nothing and a tab if there is none. */
void xhost_add_field(struct buf *key, const struct tsv *, int column);

/* The number of the id in this column of the record, or HOST_NONE. */
uint32_t xhost_id(struct xhost *, const struct tsv *, int column);

/* Notes one end of a flow, which the record is. */
void xhost_flow(struct xhost *, const struct tsv *);

/* Sets the numbers of the record's scope, process and thread. */
void xhost_thread(struct xhost *, const struct tsv *, struct host *);

/*
 * Reads the record as a row of the host: all but details and correlation.
 * Returns false for one without a time or a duration, which holds nothing; as
 * for xtsv_start_and_duration, a negative duration is an error.
 */
bool xhost_row(
    struct xhost *, struct tsv *, enum host_kind kind, struct host *);

/*
 * Of rows of the host, in the order of host_sort, and `works` of the GPU behind
 * them: the launches of these. The caller frees them.
 */
struct launch *xhost_launches(
    const struct xhost *, const struct host *, size_t hosts, size_t works);

/* See backward_find; NULL without sequence numbers. The caller frees. */
uint32_t *xhost_forward(
    const struct xhost *, const struct host *, size_t hosts);
