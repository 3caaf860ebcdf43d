/*
 * name_operations - which operations a kernel does, by the words of its name.
 *
 * A kernel does the work of its family, and one that fuses others also that of
 * the operations in its name: triton_poi_fused_add_mul_0 does add and mul.
 * The names of torch.compile's Inductor list every ATen operator that went into
 * the kernel, even those that take no time in it: views, copies, and
 * multiplications that another kernel did before.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "common/bytes/buf.h"
#include "common/bytes/pool.h"
#include "common/meaning/rules.h"

/* --- sets of operations --- */

enum { OPS_MOST = 256 };

/* A set of operations; a zeroed one is empty. */
struct ops {
	uint64_t bits[OPS_MOST / 64];
};

/* How many do they have in common? */
int ops_common(const struct ops *, const struct ops *);

static inline int
ops_count(const struct ops *s)
{
	return ops_common(s, s);
}

static inline bool
ops_meet(const struct ops *a, const struct ops *b)
{
	return ops_common(a, b) > 0;
}

/* Are more than a third of them in `all`? */
static inline bool
ops_third_within(const struct ops *s, const struct ops *all)
{
	return 3 * ops_common(s, all) > ops_count(s);
}

/* Has `all` every one of them? */
static inline bool
ops_within(const struct ops *s, const struct ops *all)
{
	return ops_common(s, all) == ops_count(s);
}

/* Has `all` every one of them, of which there are some, and more? */
static inline bool
ops_is_part(const struct ops *s, const struct ops *all)
{
	return ops_meet(s, all) && ops_within(s, all) && !ops_within(all, s);
}

/* Adds them to a set. */
void ops_join(struct ops *to, const struct ops *);

/*
 * `whole` times the share of all their operations that both have (Paul Jaccard,
 * "The distribution of the flora in the alpine zone", 1912), rounded down.
 */
int ops_share(const struct ops *, const struct ops *, int whole);

/* --- read from names --- */

/* The words read so far, and the operation of each. */
struct words {
	const struct rules *rules;
	struct pool *families; /* numbered, the operations */
	struct pool *operators;
	struct span *operation; /* of each operator; empty: none */
	size_t room;
	struct buf text, name;
};

/* words_close after it. */
void words_open(struct words *, const struct rules *);
void words_close(struct words *);

/* The operation that this family is; empty when no name has had it. */
struct ops words_of_family(const struct words *, const char *family);

/*
 * The operations of a kernel with this normalised name and this family, which
 * may be empty; the families of operators are those that the rules give to
 * aten::NAME. Operations beyond the OPS_MOST-th are left out.
 */
struct ops words_read(struct words *, struct span normal, struct span family);
