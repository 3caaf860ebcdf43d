/*
 * torch_words - the words that PyTorch has for types of elements and the like.
 *
 * Profilers write types of tensors as C++ has them (c10::BFloat16, long int),
 * and settings as the numbers of the enumerations c10::ScalarType, c10::Layout
 * and c10::MemoryFormat; Python calls both by a name in the module torch.
 */
#ifndef TRACE_REPLAY_TORCH_WORDS_H
#define TRACE_REPLAY_TORCH_WORDS_H

#include <stdbool.h>

#include "common/bytes/span.h"

/* The name of a tensor's type in torch: bfloat16, int64; NULL: it is none. */
const char *torch_dtype(struct span type);

/* Whether its numbers are real or complex, so that they can be normal. */
bool torch_dtype_is_real(const char *name);

/* The names after the numbers, as text; NULL: there is none. */
const char *torch_scalar_type(struct span number);
const char *torch_layout(struct span number);
const char *torch_memory_format(struct span number);

#endif
