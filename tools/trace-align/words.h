/*
 * words - what one side of a group says by the names and families of its
 * kernels.
 *
 * A word is a run of two letters or more, in small letters:
 * triton_poi_fused_add_mul_0 says triton, poi, fused, add and mul.
 */
#ifndef TRACE_ALIGN_WORDS_H
#define TRACE_ALIGN_WORDS_H

#include <stdbool.h>

#include "common/pool.h"

struct words {
	struct pool *families;
	struct pool *all; /* of families and names */
};

/* Return 0, or -1 when there is no memory; words_free in either case. */
__attribute__((warn_unused_result)) int words_init(struct words *);
void words_free(struct words *);

/* Adds the words of a kernel. Returns 0, or -1 when there is no memory. */
__attribute__((warn_unused_result)) int words_add(
    struct words *, struct span name, struct span family);

/* Do they mention the family of this kernel, or its name one of theirs? */
bool words_explain(const struct words *, struct span name, struct span family);

#endif
