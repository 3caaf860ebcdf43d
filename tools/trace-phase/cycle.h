/*
 * cycle - a cycle of the table whose phase is judged, and what that depends on.
 *
 * A step is what an engine computes at once: it reads prompts or generates a
 * token for each of its sequences. Steps and layers are counted by
 * choose_steps.c.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/pool.h"
#include "common/meaning/phase_evidence.h"
#include "common/meaning/rules.h"
#include "tools/trace-phase/phase.h"

#define CYCLE_NONE SIZE_MAX
#define CYCLE_NO_TIME INT64_MIN

enum { CYCLE_REASON = 200, CYCLE_DEPTHS = 4 };

struct judged_cycle {
	size_t gpu;     /* 0, 1, ...: cycles of one GPU are compared */
	size_t stream;  /* 0, 1, ... over all GPUs */
	size_t parent;  /* the cycle it is inside of, or CYCLE_NONE */
	int64_t number; /* as the table has it, for reasons */
	int64_t level;
	int64_t reps, length; /* how often, and of how many kernels */
	int64_t runs;         /* unbroken rows of repeats; 0: not known */
	int64_t coverage;     /* of kernel time, in thousandths of a percent */
	int64_t start;        /* ns, or CYCLE_NO_TIME */
	int64_t sum;          /* ns of kernels in all repeats; 0: not known */
	int64_t work;     /* the same without attention, which takes the longer
			     the more was read before, and communication, which
			     waits; 0: not known */
	int64_t trained;  /* of kernels that run in a training, */
	int64_t operated; /* and of those whose operator says so */
	int64_t kernels[EVIDENCE_KINDS]; /* of each kind in all repeats */
	struct span why[EVIDENCE_KINDS]; /* the first of each kind */
	int64_t common; /* of those that any program may have */

	/* Set by steps_find. */
	bool compared; /* it is a step of the engine, or the layers of one */
	bool row;      /* its repeats are layers, a row of them a step */
	bool request;  /* it holds steps of several kinds, which are compared */
	bool several;  /* a request, with several steps of a training in each */
	int64_t steps, layers; /* layers of a step; 0: not known */
	int64_t layer_length;  /* kernels of the layers that take most time */
	int64_t depth[CYCLE_DEPTHS]; /* of its rows of like layers, the deepest
					first; a row alone is a whole model */

	bool ours;        /* the phase is no label of the table */
	enum phase known; /* by its kernels, or empty */
	enum phase phase; /* PHASE_EMPTY is filled in, others stand */
	char reason[CYCLE_REASON];
};

/* Sets phase and reason; the arguments are those of printf. */
__attribute__((format(printf, 3, 4))) void cycle_set(
    struct judged_cycle *, enum phase, const char *format, ...);

/* Kernels of one step: of one repeat, or of a row of them. */
int64_t cycle_step_length(const struct judged_cycle *);

/* The next cycle outwards, or CYCLE_NONE; levels fall, so it ends. */
size_t cycle_outwards(const struct judged_cycle *, size_t i);

/*
 * Whether each stream is the main one of its GPU (common/trace/main_stream.h).
 * The caller frees it.
 */
bool *cycle_main_streams(
    const struct judged_cycle *, size_t n, size_t gpus, size_t streams);

/*
 * The evidence in the names of kernels and of the operators that launch them,
 * each distinct pair asked once.
 */

struct name_says {
	enum evidence kind;
	struct span why;
	bool operated; /* PyTorch's operator does */
	bool common;   /* trace-classify knows what such a kernel does */
	bool work;     /* neither attention nor communication */
};

struct names {
	struct rules *evidence;
	struct rules *rules;
	struct pool *pool;
	struct buf key;
	struct name_says *says; /* by number; moves with the next one */
	size_t cap;
};

/* These end the program when there is no memory. */
void names_open(struct names *);

/* The number, 0, 1, ..., of a name and its operator, which may be empty. */
uint32_t names_number(struct names *, struct span name, struct span op);

void names_close(struct names *);

enum evidence names_kind(const struct name_says *, int64_t tokens, int64_t few);

/* Adds to a count or a time; ends the program if it does not fit. */
void names_sum(int64_t *sum, int64_t more);

/* Adds `count` kernels of a name, of `ns` together, to what a cycle has. */
void names_count(struct judged_cycle *, const struct name_says *, enum evidence,
    int64_t count, int64_t ns);

/* The one cycle of a phase that is wanted. */

/*
 * Sets keep[i] for one cycle per GPU with the wanted phase; PHASE_EMPTY wants
 * decode, or, on a GPU that has none, any. It is looked for among those that
 * are inside no other of that phase, on the main stream if it has one: the one
 * that covers most time, then the first. That is the step. Unless `step`, the
 * search goes on inwards while a cycle inside covers at least half of the
 * step's time: that is the layer. Returns how many cycles are kept.
 */
size_t cycle_select(const struct judged_cycle *, size_t n, size_t gpus,
    size_t streams, enum phase wanted, bool step, bool *keep);
