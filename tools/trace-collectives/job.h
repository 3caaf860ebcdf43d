/*
 * job - the communication kernels of all ranks, and which of them are the same
 * collective.
 *
 * Life: job_init; an event with its job_shape for each kernel, in any order of
 * ranks; groups_find and numbering_make; then everything can be read. What
 * comes out depends on what was added, not on the order of the ranks.
 *
 * Memory: 64 bytes an event, 32 a collective of the trace, and each text once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/bytes/pool.h"
#include "common/bytes/span.h"
#include "tools/trace-collectives/rank_list.h"

/*
 * Kinds of collectives, by the name that the framework gives them, and the size
 * of the elements that they move.
 */

enum kind {
	KIND_UNKNOWN, /* it has no name */
	KIND_ALLREDUCE,
	KIND_REDUCESCATTER,
	KIND_ALLGATHER,
	KIND_ALLTOALL,
	KIND_ALLTOALLV, /* each rank sends what it likes to each other one */
	KIND_TRANSFER,  /* from one rank to one other */
	KIND_OTHER
};

enum kind kind_of(struct span name);

/* The word of a table; empty for KIND_UNKNOWN. */
const char *kind_word(enum kind);

/*
 * Does no rank get its result before the last one has arrived? So the rank that
 * arrives last does not wait, and the shortest duration is the latency.
 */
bool kind_waits(enum kind);

/*
 * Bytes on the wire for each byte of the message: NCCL's bus bandwidth is the
 * algorithm's times this (nccl-tests, doc/PERFORMANCE.md). 0 where it is not
 * defined: other kinds, and fewer than one rank.
 */
double kind_bus_factor(enum kind, int64_t ranks);

/* Bytes of an element of c10's type of that name; 0 when it is unknown. */
int64_t dtype_bytes(struct span dtype);

/* Arguments of a collective in a trace, all read as texts. */
enum shape_field {
	SHAPE_KERNEL,
	SHAPE_NAME,
	SHAPE_DTYPE,
	SHAPE_IN_NELEMS,
	SHAPE_OUT_NELEMS,
	SHAPE_IN_SPLIT,
	SHAPE_OUT_SPLIT,
	SHAPE_GROUP_SIZE,
	SHAPE_GROUP,
	SHAPE_RANKS,
	SHAPE_FIELDS
};

/* The same for all events that say the same. */
struct shape {
	uint32_t text[SHAPE_FIELDS]; /* numbers of texts */
	uint32_t sign;               /* equal for what may be one collective */
	enum kind kind;
	int64_t in_nelems, out_nelems, group_size; /* -1: unknown */
	int64_t in_bytes, out_bytes;               /* -1: unknown */
};

enum { NO_INDEX = -1 };

struct event {
	int64_t start, duration; /* ns */
	int64_t place;           /* in its trace: smaller ones come first */
	int64_t index;           /* in its group; NO_INDEX: in no collective */
	uint32_t rank;           /* a number of job.ranks */
	uint32_t shape, stream, group;
	bool shifted;
	uint32_t step, layer; /* texts of trace-cycles --events */
};

struct collective {
	uint32_t group;
	int64_t index;
	size_t first, n; /* its events, by rank, in job.event */
};

/* Ranks that communicate with each other. */
struct group {
	uint32_t id;              /* its number before groups are sorted */
	uint32_t name, ranks;     /* numbers of texts */
	struct span label;        /* unique in the job; one of its texts */
	struct rank_list members; /* empty: unknown */
	size_t ranks_present;
	/* of these ranks; losing: or what others lost in the middle */
	size_t shifted, disagreeing, ambiguous, losing;
};

/* A rank's trace; file, world and gpu are texts, 0 if unknown. */
struct origin {
	uint32_t file, world, gpu;
	bool any;           /* it has events; then */
	int64_t start, end; /* of the first and the last, ns */
};

struct job {
	struct pool *texts; /* number 0 is the empty text */
	struct pool *ranks;
	struct pool *shapes, *signs;
	struct shape *shape;
	size_t shape_cap;
	struct event *event;
	size_t events, event_cap;
	struct origin *origin; /* by rank; NULL where nobody tells */
	size_t origin_cap;
	int64_t
	    told_world; /* how many ranks traces say there are; 0: unknown */

	/* after groups_find */
	bool without_metadata; /* no event tells its group */
	uint32_t *order;       /* the place of each rank among the ranks */
	int64_t *rank_number;  /* -1: the rank is no number */
	int64_t world;         /* ranks that there are, at least */
	struct group *group;
	size_t groups;

	/* after numbering_make */
	struct collective *collective; /* by label and index */
	size_t collectives;
};

void job_init(struct job *);
void job_free(struct job *);

/* The number of a shape of these texts. */
uint32_t job_shape(struct job *, const uint32_t text[SHAPE_FIELDS]);

/* How many ranks a trace says that there are; false: it is no such number. */
bool job_tell_world(struct job *, struct span);

static inline const struct shape *
shape_of(const struct job *j, const struct event *e)
{
	return &j->shape[e->shape];
}

static inline struct span
shape_text(const struct job *j, const struct shape *s, enum shape_field f)
{
	return pool_get(j->texts, s->text[f]);
}

/*
 * Which ranks communicate with each other, of the events of a job.
 *
 * A process group is told by its name and its ranks: names repeat in one job.
 * If no event tells its group, all ranks are one group, of which each stream is
 * one sequence if any rank uses several.
 */

/*
 * Sets the order of the ranks, the groups by their labels, and the group of
 * each event.
 */
void groups_find(struct job *);

/* The order of ranks and labels: numbers as such, then other texts. */
int groups_compare_labels(struct span, struct span);

/*
 * The place of each event in the sequence of its group, which makes
 * events of several ranks one collective.
 */

/* An event of that sequence; or the n-th one after it that it has not. */
struct place {
	int64_t at, behind;
};

enum job_match { MATCH_SEQUENCE, MATCH_INDEX };

/*
 * Sets the index of each event from 0, and the collectives; sorts the events
 * by group, index and rank, those of no collective last in their group. With
 * MATCH_INDEX the place in the rank's own sequence counts, whatever the others
 * have there. Transfers between two ranks are in the sequence if all ranks
 * have one at the same places, else they are in no collective. Comes after
 * groups_find.
 */
void numbering_make(struct job *, enum job_match);

enum by { BY_COLLECTIVE, BY_EVENT, BY_MESSAGE, BY_RANK, BY_PAIR, BY_ALLTOALLV };

struct options {
	int by;                /* enum by */
	int match;             /* enum job_match */
	const char *rules;     /* a table; NULL: none but ours */
	const char *baseline;  /* a table; NULL: the best of the job */
	int64_t gpus_per_node; /* 0: unknown */
	bool missing;          /* of dumps; the others above are of events */
	bool partial, si, quiet;
};
