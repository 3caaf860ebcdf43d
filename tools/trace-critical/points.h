/*
 * points - the events of a trace as points in time, and what precedes each.
 *
 * Rows of the host come first, then those of the GPU, each by start. A row has
 * two points: its start has the even number 2 * row, its end the odd one
 * behind. Memory: about 110 bytes an event.
 */
#pragma once

#include "common/cli/xhost.h"
#include "common/cli/xkey.h"
#include "common/times/interval.h"
#include "common/trace/host_events.h"

#define NONE UINT32_MAX

/* Kinds of edges; of equally late ones the first kind binds. OVERLAP is from an
 * end to a start before it. */
enum kind {
	RUN,
	COLLECTIVE,
	SYNC,
	WAIT,
	QUEUE,
	OVERLAP,
	LAUNCH,
	HOST,
	UNKNOWN,
	KINDS
};

/* An edge that not every point has. */
struct link {
	uint32_t to, from; /* points */
	enum kind kind;
};

/* A row of the category cuda_sync: who waited for what. */
struct sync {
	enum { SYNC_STREAM, SYNC_CONTEXT, SYNC_EVENT, SYNC_STREAM_WAIT } what;
	int64_t end;     /* ns */
	uint32_t call;   /* correlation */
	uint32_t record; /* correlation of the call that recorded the event */
	uint32_t track, recorded; /* texts: where, whose event */
};

struct points {
	struct xhost in;
	struct host
	    *row; /* `details` is its line; `thread` of the GPU its track */
	uint32_t hosts, n;
	uint32_t *cat; /* text, by line */
	uint32_t lines;

	/* after points_connect */
	uint32_t *before;  /* by point: on the thread, or the stream; or NONE */
	uint32_t *parent;  /* by row of the host: what holds it, or NONE */
	uint32_t *turn;    /* by row of the host: the point of another thread
			      that its thread waited for, or NONE */
	uint32_t *call;    /* by row of the GPU from 0: its launch, or NONE */
	uint32_t *call_of; /* by correlation: the last such call, or NONE */
	uint32_t *ahead;   /* by row of the GPU from 0: the event whose tail it
			      overlaps on their stream, or NONE */
	uint32_t unlinked;
	uint32_t
	    overlaps;   /* start before the one ahead on their stream ended, */
	uint32_t tails; /* and of these in its second half */
	struct link *link; /* by the point they lead to */
	size_t links, link_cap;
	uint32_t
	    *last; /* by row of the GPU from 0: the member of its collective
		      that started last, or NONE; NULL: none is known */
	unsigned char *bound; /* by text of a kernel's name: 1 + its work; 0:
				 the rules were not asked yet */

	struct interval within; /* when the annotation was; */
	int64_t instances;      /* annotations with that name, so far */
	struct pool *keys;
	uint32_t *key; /* by line; NULL: without a key */

	struct sync *sync;
	size_t syncs, sync_cap;

	size_t row_cap, cat_cap, key_cap;
};

static inline uint32_t
point_start(uint32_t row)
{
	return 2 * row;
}

static inline uint32_t
point_end(uint32_t row)
{
	return 2 * row + 1;
}

static inline int64_t
point_time(const struct points *r, uint32_t point)
{
	const struct host *h = &r->row[point / 2];

	return point & 1 ? h->end : h->start;
}

/* Whether a point, unless it is NONE, lies in an interval, ends included. */
static inline bool
point_is_in(const struct points *r, uint32_t point, struct interval i)
{
	return point != NONE && point_time(r, point) >= i.start &&
	    point_time(r, point) <= i.end;
}

static inline bool
is_work(const struct points *r, uint32_t row)
{
	return row >= r->hosts;
}

/* The call of a correlation, or NONE. */
static inline uint32_t
call_with(const struct points *r, uint32_t correlation)
{
	return correlation == HOST_NONE ? NONE : r->call_of[correlation];
}

/* Rows and columns to keep beyond those of every run. */
struct points_wish {
	const char *within; /* an annotation of this name, or NULL; */
	int64_t instance;   /* the one of these with this number from 0 */
	struct key *key;    /* NULL: none */
	bool loaders;       /* annotations that load data are rows, too */
};

/* These end the program with a message when they fail. */
void points_read(struct points *, struct tsv *, const struct points_wish *);
void points_free(struct points *);

/* Sorts the rows, and finds what precedes each point, all but links. */
void points_connect(struct points *);

/*
 * PyTorch's main thread calls the backward pass and waits until another thread
 * has run it, which waits until it is called again. Traces do not say so: each
 * has no row meanwhile. A thread most of whose outermost operators are those of
 * a backward pass takes turns with the one of its process that has most others.
 *
 * Fills in `turn` of connected rows of the host. last[] has the last point of
 * each thread, and is used up.
 */
void turns_find(struct points *, uint32_t *last);
