/*
 * raw_event - the fields of one event, of whatever format.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/json/json.h"
#include "common/meaning/event_category.h"

/* Times beyond 146 years are none: so the end of an event fits, too. */
#define RAW_EVENT_TIME_MAX ((INT64_C(1) << 62) - 1)

/*
 * Texts as json_text gives them, empty when the event has no such member. The
 * category is in today's spelling. Device and stream are those of the args, for
 * an event on a device's track else its pid and tid. The rank is the event's
 * own, in a file that others merged: the argument of that name, as TraceFuse
 * writes it, or what SGLang puts before the pid.
 */
struct raw_event {
	struct span name, cat, ph, id, pid, tid;
	struct span device, stream, correlation, external_id;
	struct span dispatch; /* rocprofv3: its number in its process */
	struct span rank;
	struct span label; /* of a process or thread: what it is called */
	enum event_group group;
	bool has_ts, has_dur;
	int64_t ts, dur;               /* ns; dur is not negative */
	struct span ts_text, dur_text; /* if usual (fixed.h); else empty */
	const struct span *asked;      /* the args asked for, in their order */
	struct span args, rest; /* JSON (whole) with keep_whole, or empty */
};

struct raw_reader;

/* A reader that also finds `n` args by their keys, which must outlive it. */
struct raw_reader *raw_reader_new(const struct span *args, size_t n);
void raw_reader_free(struct raw_reader *);

/*
 * Reads an event the fast way (fields.h; FIELDS_PAD bytes have to follow it),
 * or declines: RAW_READER_ODD, which says nothing about the event. Else as
 * raw_reader_read.
 */
enum {
	RAW_READER_ODD = 1,
	RAW_READER_BACKWARD = JSON_UNREADABLE - 1 /* its duration is negative */
};
MUST_USE int raw_reader_quick(
    struct raw_reader *, struct span object, struct raw_event *);

/*
 * Reads an event that scan.h accepts; its texts are valid until the next call
 * and as long as the object. A complete event (ph X) must have a time and a
 * duration, another may lack them, but what is there must be readable; ph and
 * ts must not come twice, as in an event that has swallowed parts of others.
 * Returns 0, JSON_UNREADABLE or RAW_READER_BACKWARD. Values that are neither
 * number nor word have empty texts, and are added to *unreadable.
 */
MUST_USE int raw_reader_read(struct raw_reader *, struct span object,
    struct raw_event *, int64_t *unreadable);

/* Clears what few readers set, so that the others need not know of it. */
static inline void
raw_event_clear_rare(struct raw_event *e)
{
	e->dispatch = e->rank = e->ts_text = e->dur_text = (struct span){0};
	e->args = e->rest = e->label = (struct span){0};
}

/* One by one: compilers make a slow loop of a whole struct this long. */
static inline void
raw_event_clear(struct raw_event *e)
{
	static const struct span none;

	e->name = e->cat = e->ph = e->id = e->pid = e->tid = none;
	e->device = e->stream = e->correlation = e->external_id = none;
	e->group = GROUP_OTHER;
	e->has_ts = e->has_dur = false;
	e->ts = e->dur = 0;
	e->asked = NULL;
	raw_event_clear_rare(e);
}

/* Work on a track of a device without the number of either has the track's. */
static inline void
raw_event_set_track(struct raw_event *e)
{
	if (!event_category_on_device(e->cat, e->group))
		return;
	e->device = e->device.n ? e->device : e->pid;
	e->stream = e->stream.n ? e->stream : e->tid;
}

/* Does the pid hold a rank, as SGLang's merger writes it? */
bool raw_event_pid_ranks(const struct raw_event *);

/*
 * Sets ts and, if there is an end, dur. False when the end precedes the start
 * or one is out of range; the event is lost then.
 */
bool raw_event_set_times(struct raw_event *, int64_t start, const int64_t *end);

/*
 * Replaces both by what rocprofv3 says of them in args, whole nanoseconds, if
 * that can be: those of the trace may be rounded. NULL: it does not say it.
 */
void raw_event_set_exact(struct raw_event *, const int64_t *begin,
    const int64_t *duration, const int64_t *end);

static inline bool
raw_event_complete(const struct raw_event *e)
{
	return span_is(e->ph, "X");
}

/* Work of a GPU that starts at 0 and takes no time may be without times. */
static inline bool
raw_event_at_zero(const struct raw_event *e)
{
	return e->group == GROUP_GPU && e->ts == 0 && e->dur == 0;
}

/* Work of a GPU in parts, as B and E, has no duration: it counts as lost. */
static inline bool
raw_event_usable(const struct raw_event *e)
{
	return raw_event_complete(e) || e->group != GROUP_GPU;
}

/*
 * The members of an event that are no columns: its args, and all others, as
 * valid JSON (repair.h), so that the event can be written again.
 */

/* Of one event; zeroed, both are empty. */
struct whole {
	struct buf args; /* of `args`, or of `attr` if that stands instead */
	struct buf rest; /* an object of the other members, or empty */
};

void whole_free(struct whole *);

/*
 * Splits the text of an event, an object that scan.h accepts. Of members that
 * come twice the last counts. Returns how many values in both are none and
 * became null.
 */
int64_t whole_split(struct whole *, struct span event);

/*
 * Begins the args of an event that has none of its own with the columns that
 * others read there; the event has no rest.
 */
void whole_begin(struct whole *, const struct raw_event *);

/*
 * Writes a member into args, which the first call begins and whole_end ends: a
 * number as it stands, another text as a string.
 */
void whole_put(struct whole *, struct span key, struct span text);

/* The same of a JSON value after a key with its quotes. */
void whole_put_json(struct whole *, struct span key, struct span value);
void whole_end(struct whole *);
