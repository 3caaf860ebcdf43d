/*
 * path - the cycles of a table of events, by its column path.
 *
 * trace-cycles --events writes such a path after each kernel: the cycle and
 * its repeat from the outermost inwards, 1:3/4:17. Read in the order of time,
 * the rows tell what the table of cycles would: repeats, rows of repeats,
 * kernels, and what holds what.
 */
#ifndef TRACE_PHASE_PATH_H
#define TRACE_PHASE_PATH_H

#include "common/bytes/buf.h"
#include "common/bytes/pool.h"
#include "tools/trace-phase/cycle.h"

enum { PATH_DEPTH = 16 }; /* deeper cycles are ignored */

struct path_event {
	struct span path;
	uint32_t run, gpu,
	    stream;      /* equal numbers in two runs are two cycles */
	int64_t ts, dur; /* ns */
	enum evidence kind;
	const struct name_says *says;
};

/* One repeat of a cycle. */
struct paths_repeat {
	uint32_t cycle; /* its place */
	uint32_t outer; /* the number of the repeat it is inside of, or
			   PATH_NONE */
	int64_t rep;    /* as the path has it; negative: it is partial */
	int64_t work;   /* ns of kernels whose time tells a phase */
	bool odd;       /* it has attention of another phase */
};

#define PATH_NONE UINT32_MAX

struct path_place;

struct paths {
	struct judged_cycle *cycle;
	size_t n, cap;
	struct pool *keys;
	struct buf key;
	struct path_place *last; /* of each stream */
	size_t streams, streams_cap;
	int64_t *gpu_time; /* of all kernels; filled in by paths_time */
	size_t gpus, gpus_cap;
	struct paths_repeat *repeat;
	size_t nrepeats, repeats_cap;
	uint32_t *latest; /* the repeat of each cycle met last */
	size_t latest_cap;
};

/* These end the program when there is no memory. */
void paths_open(struct paths *);
void paths_close(struct paths *);

/* Adds a kernel's time to its GPU. */
void paths_time(struct paths *, uint32_t gpu, int64_t dur);

/* Adds a kernel of a cycle; returns the number of its innermost repeat, or
 * PATH_NONE. */
uint32_t paths_add(struct paths *, const struct path_event *);

/* Judges the cycles when all are added. */
void paths_judge(struct paths *);

/* The kernels of the shortest step that was compared; 0: there is none. */
size_t paths_step(const struct paths *);

/* The repeat of a cycle that was compared, from this one outwards, or NULL. */
struct paths_repeat *paths_compared(const struct paths *, uint32_t repeat);

/*
 * The cycle has a phase: has this repeat that, too? It has another if it is odd
 * and most others are not, or if it is said to be decode and takes
 * more than COMPARE_LONGER times as long as others do, as prefill does.
 */
bool paths_is_alike(const struct paths *, const struct paths_repeat *);

#endif
