/*
 * tokens - how many tokens an operator computes at once, by its name and the
 * shapes of its inputs.
 */
#ifndef TOOLS_TRACE_PHASE_TOKENS_H
#define TOOLS_TRACE_PHASE_TOKENS_H

#include <stdint.h>

#include "common/bytes/span.h"

/*
 * M of a matrix product whose name is in small letters, given its shapes as a
 * JSON array; 0: it is none, or it is not known.
 */
int64_t tokens_of_gemm(struct span op, struct span dims);

/*
 * The i-th shape of a JSON array of shapes: its rank, and dim[] up to `most`,
 * or -1 if there is none.
 */
int tokens_shape(struct span dims, int i, int64_t *dim, int most);

#endif
