/*
 * kname - what a kernel's name says about the work, without the tuning.
 *
 * Libraries write tile sizes, pipeline stages, unroll factors and counters into
 * the names of their kernels, so the same work has another name on another GPU,
 * with another batch size or in another build. A normalised name leaves out
 * numbers and keeps words: functions, functors, epilogues and data types, so a
 * multiplication is never taken for an addition nor bf16 for f32. It serves
 * comparison and is not meant to be read.
 *
 *   void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<
 *   float>, std::array<char*, 3ul> >(int, ...)
 *     at::native::vectorized_elementwise_kernel<AddFunctor,float,array,char>
 *   triton_poi_fused_addmm_gelu_view_24      triton_poi_fused_addmm_gelu_view
 *   Cijk_Ailk_Bljk_B_BS_BH_Bias_..._MT64x...            Cijk_Ailk_Bljk_BBSBH
 */
#ifndef COMMON_MEANING_KNAME_H
#define COMMON_MEANING_KNAME_H

#include <stdbool.h>

#include "common/bytes/buf.h"

/*
 * Appends the normalised name; a name with nothing but numbers stays as it is.
 * Takes any bytes. Returns 0, or -1 when there is no memory.
 */
__attribute__((warn_unused_result)) int kname_normalise(
    struct span name, struct buf *out);

/*
 * Cuts a C++ name to what is between the return type and the parameters.
 * Returns false when it has neither template arguments nor parameters.
 */
bool kname_function(struct span name, struct span *function);

#endif
