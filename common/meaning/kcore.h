/*
 * kcore - the part of a kernel's name that tells it from others, for where
 * there is no room for all of it.
 *
 *   void vllm::rotary_embedding_kernel<c10::Half, true>(long const*, ...)
 *     rotary_embedding_kernel<c10::Half, true>
 *   void at::native::vectorized_elementwise_kernel<4, at::native::
 *   CUDAFunctor_add<float>, std::array<char*, 3ul> >(int, ...)
 *     CUDAFunctor_add<float>
 */
#ifndef COMMON_MEANING_KCORE_H
#define COMMON_MEANING_KCORE_H

#include "common/bytes/span.h"

/*
 * A C++ function without return type, namespaces and parameters, and without
 * the kernels of ATen that apply another function to each element; any other
 * name as it is. Takes any bytes; what it returns is a part of them.
 */
struct span kcore(struct span name);

#endif
