/*
 * forwards - the arguments of forward passes, for backward passes that do not
 * name their own: both have the same sequence number.
 */
#ifndef TRACE_PERF_FORWARDS_H
#define TRACE_PERF_FORWARDS_H

#include <stdbool.h>

#include "common/bytes/span.h"

/* What an operator's arguments are read from. */
struct argument_texts {
	struct span dims, types, values, strides;
};

struct forwards;

struct forwards *forwards_new(void);
void forwards_free(struct forwards *);

/*
 * Keeps a copy of a forward pass's arguments, the last one's of a number, if
 * its model has such backward passes.
 */
void forwards_note(struct forwards *, struct span model, struct span sequence,
    const struct argument_texts *);

/* Replaces the arguments of such a backward pass by those of its forward pass,
 * or by nothing where there is none. They live until forwards_free. */
void forwards_replace(const struct forwards *, struct span model,
    struct span sequence, struct argument_texts *);

#endif
