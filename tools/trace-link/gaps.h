/*
 * gaps - why a GPU idles: what the host did in each gap between events.
 *
 * A gap ends with an event that was launched before it began, or within it.
 * An event launched before, or that starts long after its launch, waited for
 * something on the GPU, or for its front end. Otherwise the GPU had run out of
 * work: the cause takes most of the gap up to the launch, or nothing is known
 * of the host for most of it; else it is a call that returned there and waits
 * for the GPU, because nothing was launched meanwhile; else the host is slow.
 * Had it not waited, it would be ahead by as long, and no more: beyond what all
 * such calls took, it is slow.
 * Such a call that takes most of a long gap waits for something else. Where
 * other work was launched between the events before and behind a gap, but is
 * not in the file, the GPU may have been busy. A long first launch of a kernel
 * that takes most of a gap loads its code. One process's calls explain no gap
 * of an event that another launched.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/span.h"
#include "common/times/interval.h"
#include "common/trace/host_events.h"

/*
 * Launches whose work the recording lost.
 *
 * Every launch has its work in the file, but for those that a stream captures
 * into a graph: these run when the graph is launched. So a launch without work
 * that is not captured, and after which other work was launched and is in the
 * file, tells that records were lost.
 *
 * Life: lost_add in any order, lost_close once, then lost_between. A zeroed
 * struct is empty. Memory: 16 bytes a launch.
 */

enum lost_kind { LOST_LAUNCH, LOST_BEGIN, LOST_END, LOST_NOTHING };

struct lost_call;

struct lost {
	struct lost_call *p;
	size_t n, cap;
};

/*
 * The kind of a call of the runtime: a launch without work in the file
 * (`worked` is false), the begin or the end of a capture, or LOST_NOTHING.
 */
enum lost_kind lost_kind(struct span name, bool worked);

/* Adds one that began at ts (ns). */
void lost_add(struct lost *, enum lost_kind, int64_t ts);

enum cause {
	CAUSE_LAUNCH,  /* the host at work, by none of what follows */
	CAUSE_CALL,    /* one that waits takes most of the gap */
	CAUSE_COMPILE, /* a stage of a compiler */
	CAUSE_DATA,    /* loading the next batch */
	CAUSE_LOST,    /* none: the work that ran is not in the file */
	CAUSE_ONCE,    /* a process does it once: load code, get memory */
	CAUSE_QUEUED,  /* launched before */
	CAUSE_SILENT,  /* the host, by no operator or call */
	CAUSE_SYNC,    /* a call that waits for the GPU */
	CAUSE_UNKNOWN, /* no launch is known */
	CAUSES
};

/* As it stands in the column cause. */
const char *gaps_cause(enum cause);

/* The cause that a row of the host may be; CAUSES for none. */
enum cause gaps_call(enum host_kind, struct span name);

/* Whether a row is the profiler's note that code was loaded, CAUSE_ONCE. */
bool gaps_loads(struct span cat, struct span name);

/* No launch is known; all times are later. */
#define GAPS_NO_LAUNCH INT64_MIN

/* An event of the GPU; times in nanoseconds. */
struct gap_event {
	struct interval busy, launch; /* launch.start may be GAPS_NO_LAUNCH */
	uint32_t name, gpu;
	uint32_t host; /* which launched it; 0 if no launch is known */
};

/*
 * A host's calls by cause, the times when those that wait returned (ns), and
 * launches whose work is lost.
 */
struct gap_calls {
	struct intervals of[CAUSES], any;
	struct lost lost;
	int64_t *returned;
	size_t returns, cap;
};

void gaps_add_call(struct gap_calls *, enum cause, struct interval);
void gaps_free_calls(struct gap_calls *);

/* The longest is the first of equal ones. A gap of two causes counts for each
 * with its part. */
struct gap_sum {
	int64_t count, time;
	int64_t longest, longest_start;
};

/*
 * Sorts the n events, whose names are numbers below `names`, and adds up the
 * gaps of each GPU by cause. There are calls for each of the hosts.
 */
void gaps_find(struct gap_event *, size_t n, uint32_t names, struct gap_calls *,
    uint32_t hosts, struct gap_sum[CAUSES]);
