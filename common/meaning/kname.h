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

/*
 * The part of a name that tells it from others, for where the whole name does
 * not fit: a C++ function without return type, namespaces and parameters, and
 * without the kernels of ATen that apply another function to each element; any
 * other name as it is. Takes any bytes; what it returns is a part of them.
 *
 *   void vllm::rotary_embedding_kernel<c10::Half, true>(long const*, ...)
 *     rotary_embedding_kernel<c10::Half, true>
 *   void at::native::vectorized_elementwise_kernel<4, at::native::
 *   CUDAFunctor_add<float>, std::array<char*, 3ul> >(int, ...)
 *     CUDAFunctor_add<float>
 */
struct span kname_core(struct span name);

/* Below: the parts of normalising, for kname.c. */

/*
 * Appends an identifier without the numbers of its tuning. '_' separates words;
 * hashes, counters, suffixes of variants and windows of attention go, and words
 * of which nothing is left. Data types (bf16, e4m3, int8) and dimensions
 * (attention_2d) stay. Returns 0, or -1 when there is no memory.
 */
__attribute__((warn_unused_result)) int kname_add_word(
    struct span, struct buf *);

enum { KNAME_DEPTH = 128 }; /* brackets that are deeper are not followed */

struct kname_mangled {
	struct span s;
	size_t at;
	char open[KNAME_DEPTH]; /* N nested, I arguments, L literal, ... */
	size_t depth;
	bool in_arguments; /* of the function, no longer in its name */
};

/* Starts on a name that begins with _Z, which must live as long. */
void kname_mangled_start(struct kname_mangled *, struct span);

/*
 * The next identifier, in the order of the name, or the C++ word for a built-in
 * type; valid as long as the name. False at the end of the function's name and
 * template arguments: its parameters are not given.
 */
bool kname_mangled_next(struct kname_mangled *, struct span *);

#endif
