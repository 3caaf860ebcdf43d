/*
 * begins - begins and ends of one thread as complete events: a stack for each
 * pid and tid, as the Trace Event Format has it (Chromium project, 2016,
 * "Duration Events").
 *
 * An end closes the innermost open begin of its name, or of any name if it has
 * none; begins inside of it stay open. The event has the args of both, and of
 * those that both have, the end's. Memory: an open begin, whole.
 */
#pragma once

#include "common/trace/raw_event.h"

struct begins;

/* Events have n args that were asked for. Those of these bits are counters of
 * IBM's AIU, of which the begin's count, as in its own program. */
struct begins *begins_new(size_t n, uint64_t counters);
void begins_free(struct begins *);

enum begins_result {
	BEGINS_EVENT, /* there is an event: another one, or a pair that ended */
	BEGINS_OPENED,  /* a begin that waits for its end */
	BEGINS_LOST,    /* an end without a begin; no time */
	BEGINS_BACKWARD /* an end before its begin: lost, too */
};

/*
 * Takes an event and its number. An event that is handed out replaces both; it
 * is valid until the next call and as long as the one that was taken.
 */
enum begins_result begins_take(
    struct begins *, struct raw_event *, int64_t *number);

/*
 * The next begin that is still open, in the order of their numbers, valid
 * until begins_free; begins_take may not follow. False when there are no more.
 */
MUST_USE bool begins_left(struct begins *, struct raw_event *, int64_t *number);
