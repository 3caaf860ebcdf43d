/*
 * dtype - types of tensors' elements: their size, their precision, and what
 * others call them.
 *
 * Profilers of PyTorch write them as C++ does (c10::BFloat16, long int), its
 * collectives as c10::ScalarType does (BFloat16, Long), Python has names in the
 * module torch (bfloat16, int64); XLA has its own (bf16, s64).
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/span.h"

/* How much TraceLens knows of a type. */
enum dtype_reference { DTYPE_OURS, DTYPE_SIZE_ONLY, DTYPE_WHOLE };

struct dtype {
	const char *name;   /* as recorded */
	const char *scalar; /* the name of collectives; NULL: see another */
	const char *torch;  /* NULL: no tensor has it */
	const char
	    *precision; /* "bf16": at which rate a GPU computes; or NULL */
	double bytes;   /* an element's, of a pair of 4-bit numbers one's;
			   NAN: unknown */
	enum dtype_reference reference;
	bool real; /* or complex: its numbers can be normal */
};

/* A type as recorded, in any case; NULL: unknown. */
const struct dtype *dtype_find(struct span name);

/* The same of tensors of PyTorch. */
const struct dtype *dtype_of_tensor(struct span name);

/* By the name of collectives. */
const struct dtype *dtype_of_scalar(struct span scalar);
