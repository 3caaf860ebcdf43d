/*
 * viewer_tracks - the tracks of a Perfetto trace: processes, their threads,
 * counters, what has an id, and what lies beside a thread.
 *
 * A process and a thread are described as such where their ids are numbers that
 * a viewer's 32 bits hold; else they are tracks with a name. Each is described
 * when it is first needed, and again when its name becomes known. Slices of one
 * track must be apart or one within the other, so what crosses another slice of
 * its thread has a track beside it.
 *
 * Tracks have numbers from 1 on; 0 is the trace's own track. Memory: each track
 * once, with its ids, and 8 bytes for each slice that is open.
 */
#pragma once

#include "tools/trace-json/rank_ids.h"
#include "tools/trace-json/packet_writer.h"

struct viewer_tracks;

/*
 * The packets get the descriptors; ids, if there are any, are those of all
 * ranks.
 */
struct viewer_tracks *viewer_tracks_new(struct packets *, struct ids *);
void viewer_tracks_free(struct viewer_tracks *);

/* The thread of a row, whatever its lane. */
uint64_t viewer_tracks_thread(struct viewer_tracks *, const struct row *);

/*
 * Where a complete event lies: on the lane that its column says, or beside
 * that. They come by start. *thread is its thread, whatever its lane.
 */
uint64_t viewer_tracks_slice(
    struct viewer_tracks *, const struct row *, uint64_t *thread);

/*
 * Where an event begins or ends whose other side is another row. One that ends
 * has *open false if none has begun there.
 */
uint64_t viewer_tracks_half(
    struct viewer_tracks *, const struct row *, bool begins, bool *open);

/* A counter of a row's process. */
uint64_t viewer_tracks_counter(
    struct viewer_tracks *, const struct row *, struct span name);

/*
 * Takes a row that names a process or thread, or says its place or labels;
 * false if it is none. `said` is what it says.
 */
bool viewer_tracks_name(
    struct viewer_tracks *, const struct row *, struct span said);
