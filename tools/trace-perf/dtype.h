/*
 * dtype - how large the elements of a tensor are, and their precision.
 */
#ifndef TRACE_PERF_DTYPE_H
#define TRACE_PERF_DTYPE_H

#include <stdbool.h>

#include "common/bytes/span.h"

/*
 * Bytes per element of a type as PyTorch records it ("c10::BFloat16", "float",
 * "long int") or XLA ("bf16"); a packed pair of 4-bit numbers counts as one
 * byte. NAN: unknown. `reference` leaves out the types that TraceLens does not
 * know.
 */
double dtype_element_bytes(struct span type, bool reference);

/* The same by the names that expert layers use; 4-bit numbers are half a byte.
 */
double dtype_expert_bytes(struct span type, double otherwise);

/* "bf16", "fp8", ...; NULL where there is no rate for such numbers. */
const char *dtype_precision(struct span type);

#endif
