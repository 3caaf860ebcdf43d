/*
 * ops - sets of operations, by number.
 */
#ifndef TRACE_ALIGN_OPS_H
#define TRACE_ALIGN_OPS_H

#include <stdbool.h>
#include <stdint.h>

enum { OPS_MOST = 256 };

/* A set of operations; a zeroed one is empty. */
struct ops {
	uint64_t bits[OPS_MOST / 64];
};

/* Do they have one in common? */
bool ops_meet(const struct ops *, const struct ops *);

/* Has `all` every one of them? */
bool ops_within(const struct ops *, const struct ops *all);

/* Are there two or more? */
bool ops_several(const struct ops *);

/* Adds them to a set. */
void ops_join(struct ops *to, const struct ops *);

/*
 * `whole` times the share of all their operations that both have (Paul Jaccard,
 * "The distribution of the flora in the alpine zone", 1912), rounded down.
 */
int ops_share(const struct ops *, const struct ops *, int whole);

#endif
