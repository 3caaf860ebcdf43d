/*
 * cycles - sequences of kernels that repeat, as a hierarchy.
 *
 * A cycle is a sequence of kernels that occurs several times. One repeat, the
 * root, stands for all: the others may differ from it in a few kernels, and in
 * how often the inner cycles repeat. All repeats of a cycle are in repeats of
 * its parent.
 */
#pragma once

#include "common/sequence/text.h"
#include "tools/trace-cycles/search_limits.h"

#define CYCLE_NONE UINT32_MAX

/* The kernels [start, end). */
struct repeat {
	uint32_t start, end;
};

static inline uint32_t
repeat_length(struct repeat r)
{
	return r.end - r.start;
}

/*
 * A repeat that does not count: it was cut off, or the repeat around it was.
 * `from` and `to` are the part of the root, from its first kernel on.
 */
struct partial {
	struct repeat at;
	uint32_t from, to;
};

struct cycle {
	uint32_t parent, level; /* CYCLE_NONE and 0 for the sequence itself */
	uint32_t root, length;  /* the root is [root, root + length) */
	uint32_t agreed; /* kernels of a repeat without faults, even if all
			    repeats have some */
	struct repeat *repeat;   /* by start */
	size_t repeats;          /* 1 of a lone step */
	size_t rows;             /* of repeats with nothing between */
	struct partial *partial; /* by start */
	size_t partials;
};

/*
 * Cycle 0 is the sequence itself, repeated once. Parents come before what is
 * inside them.
 */
struct cycles {
	struct text text; /* the sequence; its symbols are the caller's */
	struct cycle *cycle;
	size_t n;
	/* of all cycles, one after another */
	struct repeat *repeat;
	struct partial *partial;
};

/* Facts about each kernel, beside its symbol; NULL: not known. */
struct known {
	const int64_t *idle; /* how long nothing ran before it, in ns */
	const bool *update;  /* whether its name is that of an optimizer */
};

/*
 * Finds the cycles of a sequence of at most INT32_MAX symbols, which must live
 * as long as the result; known is NULL if nothing is.
 */
void cycles_find(const uint32_t *symbol, size_t n, const struct known *,
    const struct cycle_limits *, struct cycles *);
void cycles_free(struct cycles *);

/* The first repeat of a cycle that starts at a kernel or after it. */
size_t cycle_repeat_from(const struct cycle *, uint32_t kernel);
