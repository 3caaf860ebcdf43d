/*
 * kernel_name - a kernel's name reduced to the work, without the tuning.
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
#pragma once

#include <stdbool.h>

#include "common/bytes/buf.h"

/*
 * Appends the normalised name; a name with nothing but numbers stays as it is.
 * Takes any bytes.
 */
void kernel_name_normalise(struct span name, struct buf *out);

/*
 * Cuts a C++ name to what is between the return type and the parameters.
 * Returns false when it has neither template arguments nor parameters.
 */
bool kernel_name_function(struct span name, struct span *function);

/* The name without what tools append to it: ".kd", " [clone .kd]". */
struct span kernel_name_whole(struct span name);

/* One spelling, bf16 and f16, for two types that every library renames. */
struct span kernel_name_type(struct span identifier);

/*
 * Whether a kernel of a matrix product says which operands are transposed, as
 * hipBLASLt's Cijk_Alik_Bljk does, or nvjet_..._TNT with a letter for each.
 */
bool kernel_name_transposed(struct span name, bool turned[2]);

/* Below: the parts of reading, for kernel_name.c and name_parts.c. */

/* Brackets that are deeper are not followed. */
enum { KERNEL_NAME_DEPTH = 128 };

/*
 * How deep a place in a C++ name is in brackets; zeroed depth: at its start.
 * '<' and '>' inside parentheses may be operators.
 */
struct kernel_name_brackets {
	char open[KERNEL_NAME_DEPTH];
	size_t depth;
};

/* Follows one character; `previous` tells "->" from a closing '>'. */
void kernel_name_follow(struct kernel_name_brackets *, char previous, char c);

struct mangled_name {
	struct span s;
	size_t at;
	/* N nested, I arguments, L literal, ... */
	char open[KERNEL_NAME_DEPTH];
	size_t depth;
	bool in_arguments; /* of the function, no longer in its name */
	bool is_number;    /* a literal: 128, n1 for -1, 1 for true */
};

/* Starts on a name that begins with _Z, which must live as long. */
void mangled_name_start(struct mangled_name *, struct span);

/*
 * The next identifier, in the order of the name, or the C++ word for a built-in
 * type, or a number; valid as long as the name. False at the end of the
 * function's name and template arguments: its parameters are not given.
 */
bool mangled_name_next(struct mangled_name *, struct span *);

/* Is what that gave a namespace or class that holds what comes next? */
bool mangled_name_is_scope(const struct mangled_name *);
