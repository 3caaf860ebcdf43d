/*
 * names - kernels' names as the numbers that align() compares.
 */
#ifndef TRACE_ALIGN_NAMES_H
#define TRACE_ALIGN_NAMES_H

#include "common/pool.h"
#include "common/rules.h"
#include "tools/trace-align/align.h"

/* What is known of n names, by their number in the pool. */
struct names {
	uint32_t *level[ALIGN_LEVELS];
	struct span *family; /* empty where no rule matches */
};

/*
 * Names that are the same when normalised share the family of the first of them
 * in byte order. The families live as long as the rules, all else until
 * names_free, which is needed after a failure, too. Returns 0, or -1 when there
 * is no memory.
 */
__attribute__((warn_unused_result)) int names_init(
    struct names *, const struct pool *, const struct rules *);
void names_free(struct names *);

#endif
