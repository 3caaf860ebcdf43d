/*
 * write_perfetto - events as a Perfetto trace.
 *
 * A complete event becomes a begin and an end (a slice), which a viewer pairs
 * by their order on one track. So events come by time, the longer first, as
 * trace-merge writes them, and ends are written when their time has come.
 * Arrows bind to slices: a flow event is made part of the slice of its thread
 * that begins with it, else it is an instant.
 *
 * Memory: besides that of packet_writer.h and viewer_tracks.h 16 bytes for each
 * slice that is open, and the events of one time, of which at most 256 wait.
 */
#pragma once

#include "tools/trace-json/args.h"
#include "tools/trace-json/event_row.h"

struct perfetto;

/* The arguments are the caller's, as long as this. */
struct perfetto *perfetto_new(struct args *);
void perfetto_free(struct perfetto *);

/* The metadata of the trace: a JSON object, as far as its last member. */
void perfetto_facts(struct perfetto *, struct span object);

/*
 * Takes the event of a row without fault (chrome_fault). Arrows that start or
 * end at a complete event bind to it; a viewer draws them in the order of time.
 * Returns NULL, or what is wrong with its time: it begins before the event
 * before it, or before 0, or does not fit.
 */
const char *perfetto_event(struct perfetto *, const struct row *);

/* Names a row's process. */
void perfetto_process_name(
    struct perfetto *, const struct row *, struct span name);

/*
 * Writes what has not ended. Returns how many rows had no time, so that the
 * trace cannot hold them.
 */
size_t perfetto_finish(struct perfetto *);

/* Where it writes; the caller may take the bytes between two calls. */
struct buf *perfetto_output(struct perfetto *);
