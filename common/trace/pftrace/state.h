/*
 * state - sequences of a Perfetto trace, with their interned texts and clocks,
 * and tracks, to which packets refer.
 *
 * A sequence is what one writer wrote; its interned texts count until it says
 * that its state is cleared. Tracks belong to the trace. Numbers of either kind
 * are any 64 bits.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/pool.h"
#include "common/bytes/protobuf.h"
#include "common/trace/formats.h"
#include "common/trace/perfetto.h"
#include "common/trace/pftrace/track_event.h"

/*
 * Further counters that a TrackEvent has values of.
 *
 * The n-th value belongs to the n-th track, of integers and of doubles each;
 * the tracks stand in the event or are a default of the sequence.
 */

enum { PF_EXTRA_TRACKS = 16 }; /* of each kind */

struct pf_track_list {
	uint64_t id[PF_EXTRA_TRACKS];
	size_t n;
};

struct pf_extra_tracks {
	struct pf_track_list count, measure;
};

struct pf_extra {
	uint64_t track;
	struct pf_count count;
};

/* Those of one event. */
struct pf_extras {
	struct pf_extra value[2 * PF_EXTRA_TRACKS];
	size_t n, at; /* how many there are, and are taken */
	int64_t ts;
};

/*
 * Reads those of the message. Returns 0, or 1 if it is damaged or has a value
 * without a track.
 */
MUST_USE int pf_extras_read(struct pf_extras *, struct span event,
    const struct pf_extra_tracks *defaults);

enum { PF_OWN_CLOCKS = 4 }; /* that a sequence may have at a time */

/* A clock of a sequence: its times are zero + unit * time, or added up. */
struct pf_clock {
	uint64_t id;
	int64_t zero, unit; /* ns */
	bool incremental;
};

/* The thread of a sequence, by writers of 2019, who knew no tracks. */
struct pf_thread {
	bool known, timed;
	uint64_t pid, tid, track;
	int64_t us; /* if timed: of the last event, in the clock MONOTONIC */
};

struct pf_sequence {
	struct pf_interned *interned; /* NULL: nothing */
	bool stale;                   /* a packet was dropped since */
	uint64_t clock, track;        /* defaults */
	struct pf_extra_tracks extra; /* likewise */
	struct pf_thread thread;
	uint64_t epoch; /* which beginning anew was the last */
	struct pf_clock own[PF_OWN_CLOCKS];
	size_t nown;
};

struct pf_slice;

/* Texts are numbers of pf_state.texts, POOL_NONE where there is none. */
struct pf_track {
	uint64_t parent;
	uint32_t name, pid, tid;
	bool has_parent;
	bool incremental;   /* of a counter: values are differences */
	int64_t multiplier; /* of its values; 0: it has none */
	uint64_t epoch;     /* of its sequence, to which these belong: */
	int64_t whole;      /* the last value */
	double real;
	struct pf_slice *open; /* the innermost slice that has no end yet */
};

/* Zeroed but for `texts`, it is empty. */
struct pf_state {
	struct idpool sequence_ids, track_ids;
	struct pool *texts;
	struct pf_sequence *sequences;
	struct pf_track *tracks;
	size_t sequences_cap, tracks_cap;
	uint32_t last_sequence, last_track;      /* asked for: often again */
	int64_t to_boottime[PERFETTO_OWN_CLOCK]; /* ns to be added */
};

void pf_state_close(struct pf_state *);

/* One known, or a new one, valid until the next of its kind. */
struct pf_sequence *pf_sequence(struct pf_state *, uint64_t id);
struct pf_track *pf_track(struct pf_state *, uint64_t uuid);
const struct pf_track *pf_track_known(const struct pf_state *, uint64_t uuid);

/* The sequence begins anew; each time is another epoch of the trace. */
void pf_clear(struct pf_sequence *, uint64_t epoch);

/*
 * The clock and the track of packets that do not name one: a
 * TracePacketDefaults message. Returns 0, or 1 if it is damaged.
 */
MUST_USE int pf_defaults(struct pf_sequence *, struct span message);

/* Reads a ClockSnapshot message. Returns 0, or 1 if it is damaged. */
MUST_USE int pf_snapshot(
    struct pf_state *, struct pf_sequence *, struct span message);

/* A packet's time in ns of the clock BOOTTIME; -1 if it cannot be told. */
int64_t pf_time(const struct pf_state *, struct pf_sequence *, uint64_t clock,
    uint64_t time);

/*
 * Makes the value of a counter's event absolute and of its unit. Returns 0, or
 * 1: it is beyond 64 bits.
 */
MUST_USE int pf_counter_add(
    struct pf_track *, const struct pf_sequence *, struct pf_count *);

/*
 * Descriptions of tracks in a Perfetto trace, and of processes and threads
 * before there were tracks.
 */

/* The contents of a TrackDescriptor message. */
struct pf_description {
	uint64_t uuid;
	const char *names; /* process_name, thread_name, or NULL: of neither */
	struct span name;  /* the text, or empty */
};

/*
 * Adds what a packet describes in that field to its track: a TrackDescriptor,
 * or a ProcessDescriptor or ThreadDescriptor, whose thread is that of the
 * sequence. A later one never erases what an earlier one said. Returns 0, 1 if
 * it is damaged.
 */
MUST_USE int pf_describe(struct pf_state *, struct pf_sequence *,
    uint32_t field, struct span message, struct pf_description *);

/*
 * Keeps the metadata of a ChromeEventBundle message as Chrome's JSON has them:
 * values of JSON. Returns 0, 1 if it is damaged.
 */
MUST_USE int pf_metadata(struct members *, struct span message);

/* The track of a thread that has none by itself. */
void pf_thread_track(
    struct pf_state *, uint64_t pid, uint64_t tid, uint64_t *uuid);
