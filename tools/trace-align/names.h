/*
 * names - kernels' names as the numbers that align() compares.
 */
#ifndef TRACE_ALIGN_NAMES_H
#define TRACE_ALIGN_NAMES_H

#include "common/bytes/pool.h"
#include "common/meaning/rules.h"
#include "tools/trace-align/align.h"

/* What is known of n names, by their number in the pool. */
struct names {
	uint32_t *level[ALIGN_LEVELS];
	struct span *family; /* empty where no rule matches */
	uint32_t *work;      /* the set of operations that it does */
	struct ops *sets;    /* each distinct one */
	size_t nsets;
};

/*
 * Names that are the same when normalised share the family of the first of them
 * in byte order. Names without a family are of one kind when they do the same
 * operations. The families live as long as the rules, all else until
 * names_free, which is needed after a failure, too. Returns 0, or -1 when there
 * is no memory.
 */
__attribute__((warn_unused_result)) int names_init(
    struct names *, const struct pool *, const struct rules *);
void names_free(struct names *);

/* The operations of a name. */
const struct ops *names_ops(const struct names *, uint32_t name);

#endif
