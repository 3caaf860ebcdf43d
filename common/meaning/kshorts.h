/*
 * kshorts - the short names of a table's kernels, no two of which are the same.
 *
 * Add the names, choose, then ask. Kernels whose short names (kshort.h) are the
 * same get those of their arguments after it in which they differ, the first
 * ones that tell them apart, up to four; what these do not tell apart gets a
 * hash of the name: "mul_mat_q 13 64", "GemmUniversal ~3fa9". Neither depends
 * on the order in which names were added. Of a table that is read as a stream,
 * names that come after settling do not change those before: they get a hash
 * where their short name is taken.
 *
 * Memory grows with the distinct names, up to KSHORTS_MOST of them; beyond,
 * each name has a hash of 64 bits.
 */
#ifndef COMMON_MEANING_KSHORTS_H
#define COMMON_MEANING_KSHORTS_H

#include "common/bytes/span.h"

enum { KSHORTS_MOST = 100000 };

struct kshorts;

struct kshorts *kshorts_new(void);
void kshorts_free(struct kshorts *);

/* Adds a name. */
void kshorts_add(struct kshorts *, struct span name);

/* Decides on the names that were added; once, before the first is asked for. */
void kshorts_choose(struct kshorts *);

/* The short name; valid until the next call. */
void kshorts_get(struct kshorts *, struct span name, struct span *out);

#endif
