/*
 * row_fields - the fields that rows of several tables have in common.
 *
 * Like main.c these end the program with a message when they cannot go on.
 */
#pragma once

#include "common/table/tsv.h"
#include "common/times/stats.h"
#include "tools/trace-cycles/repeat_times.h"

/* rank, device and stream; the latter is empty for all streams of a GPU. */
void row_track(struct tsvw *, const struct found *);

/* The track of a cycle, its number, its level and its parent. */
void row_identity(struct tsvw *, const struct found *);

/* The phase that a cycle's kernels tell; finding it visits all of these. */
struct row_phase {
	struct span label, reason;
};
struct row_phase row_find_phase(const struct found *);

/* A cycle and its times. */
struct row_cycle {
	const struct found *found;
	struct stats period;
	struct row_phase phase;
	int64_t gpu; /* ns of all kernels of its GPU; -1: too many */
};
struct row_cycle row_find_cycle(const struct report *, const struct found *);

/* The columns that belong to the cycle. */
void row_cycle(struct tsvw *, const struct row_cycle *);

/* A number, but nothing for 0. */
void row_number(struct tsvw *, size_t);

/* Which repeat: its number, p and its number, or nothing. */
void row_which(struct tsvw *, struct which);

/*
 * Sets `path` to which repeat of which cycle, by number, from the outermost
 * inwards, such as "1:3/4:17"; to nothing for NULL.
 */
void row_find_path(struct buf *path, const struct found *, struct which);

/* Wall, busy and idle time. */
void row_extent(struct tsvw *, int64_t wall, int64_t busy);

/* A time, or nothing if it is negative. */
void row_time(struct tsvw *, int64_t ns);

/* One of the times of these, or nothing if there are none. */
void row_stat(struct tsvw *, const struct stats *, int64_t ns);

/* phase and phase_reason, if the input has labels. */
void row_phase(struct tsvw *, const struct found *, const struct row_phase *);

/* stats_of n times. */
struct stats row_stats(int64_t *, size_t n);

/* In percent; NaN of nothing. */
double row_percent(int64_t part, int64_t whole);
