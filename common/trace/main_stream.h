/*
 * main_stream - the stream of a GPU that runs its steps, and the work of other
 * streams meanwhile.
 *
 * A step is a repeat of an outermost cycle on the main stream. A lone kernel
 * that repeats is none, unless a GPU has nothing else that repeats. What
 * another stream runs belongs to what the main stream was given last before it,
 * or by the same call, as a graph is: by the launches, which come in the order
 * of the program, whatever waits for what. Where a launch is not known, the
 * times on the GPU decide: it belongs to what started last before it, so a
 * collective that outlasts a step belongs to the one in which it starts.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed but for the GPU, it has no cycles. */
struct stream_kernels {
	size_t gpu;     /* below the `gpus` of main_stream_find */
	bool several;   /* a repeat has several kernels */
	double kernels; /* in whole repeats of outermost cycles */
	int64_t start;  /* ns, of the first of these */
};

/*
 * Adds an outermost cycle of `reps` repeats of `length` kernels. A lone kernel
 * counts where there are no others.
 */
void main_stream_add(
    struct stream_kernels *, int64_t length, int64_t reps, int64_t start);

/*
 * Whether each of n streams is the main one of its GPU: the one with most
 * kernels; of equal ones, the one that starts first. Kernel time would not
 * tell: a collective that waits for other ranks is busy all the while.
 */
void main_stream_find(
    const struct stream_kernels *, size_t n, size_t gpus, bool *is_main);

#define STREAM_WORK_NO_LAUNCH INT64_MIN
#define STREAM_WORK_NONE SIZE_MAX

/* Something that a stream runs; in ns. */
struct stream_work {
	int64_t start, end;
	int64_t launch; /* the start of its call, or STREAM_WORK_NO_LAUNCH */
};

/* That of a place among those of a stream. */
struct stream_launch {
	int64_t launch;
	size_t place;
};

struct main_stream {
	const struct stream_work *work; /* by start; borrowed */
	size_t n;
	struct stream_launch *launched; /* by launch, then by start */
	size_t launches;
};

struct main_stream main_stream_open(const struct stream_work *, size_t n);
void main_stream_close(struct main_stream *);

/*
 * To which work of the main stream that of another belongs: its place, or
 * STREAM_WORK_NONE before the first one and when the last one has ended.
 */
size_t main_stream_beside(const struct main_stream *, struct stream_work);
