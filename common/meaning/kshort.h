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
 * Different kernels may have the same short name; kshorts.h tells them apart.
 */
#ifndef COMMON_MEANING_KSHORT_H
#define COMMON_MEANING_KSHORT_H

#include "common/bytes/buf.h"
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

#endif
