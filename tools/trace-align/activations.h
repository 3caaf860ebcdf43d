/*
 * activations - does each of two cycles apply an activation function that the
 * other does not, as layers of BERT (gelu) and of Llama (silu) do?
 *
 * Their kinds of kernels may be much the same: norms, matrix multiplications,
 * attention, additions.
 */
#ifndef TRACE_ALIGN_ACTIVATIONS_H
#define TRACE_ALIGN_ACTIVATIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/trace-align/likeness.h"
#include "tools/trace-align/pair.h"

/* One that only A applies, and one that only B does. */
struct activations {
	enum activation a, b;
};

/*
 * Finds them among n pairs; false if there are none. A side on which no name
 * says an activation may apply any, such as one with act_and_mul.
 */
bool activations_find(struct activations *, const struct pair *, size_t n,
    const struct likeness *);

#endif
