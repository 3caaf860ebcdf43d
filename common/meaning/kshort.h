/*
 * kshort - a short name for a kernel, as people call it.
 *
 * Read out of the name alone, so it is the same on every machine; only for
 * reading, tables keep the whole name.
 *
 *   void at::native::vectorized_elementwise_kernel<4, at::native::
 *   CUDAFunctor_add<float>, std::array<char*, 3ul> >(int, ...)
 *     vectorized_elementwise add
 *   _ZN7cutlass13device_kernelINS_4gemm6kernel13GemmUniversalI...
 *     GemmUniversal
 *   Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT128x64x128_MI16x16x1_...
 *     Cijk_Alik_Bljk_BBS_BH MT128x64x128
 *   void vllm::rotary_embedding_kernel<c10::Half, true>(long const*, ...)
 *     rotary_embedding_kernel
 *
 * Different kernels may have the same short name; kshorts tells them apart.
 */
#ifndef COMMON_MEANING_KSHORT_H
#define COMMON_MEANING_KSHORT_H

#include "common/bytes/buf.h"
#include "common/bytes/span.h"
#include "common/meaning/kparts.h"

enum {
	KSHORT_MAX = 64, /* a flat name that is no longer stays as it is */
	/* What one short name has at most: a function and what it applies. */
	KSHORT_LONGEST = 2 * KSHORT_MAX + 16,
};

/*
 * Appends the short name of a name and its parts; one that is short and plain
 * stays as it is, and so does the name of an operator.
 */
void kshort_add(struct span name, const struct kparts *, struct buf *);

/*
 * The short names of a table's kernels, no two of which are the same.
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
