/*
 * arguments - what profilers write down of an operator's arguments.
 *
 * Three lists stand for the arguments one by one: their shapes
 * ([[8, 4], [4, 2], []]), their types (["float", "float", "Scalar"]) and the
 * values of those that are no tensors (["", "", "1"]). Strings may be quoted
 * as JSON or as Python does it. Whatever is missing or malformed reads as
 * absent: an operator has no figures then, and that is no error.
 */
#ifndef TOOLS_TRACE_PERF_ARGUMENTS_H
#define TOOLS_TRACE_PERF_ARGUMENTS_H

#include <stdbool.h>

#include "common/bytes/span.h"

/* How large the elements of a tensor are, and their precision. */

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

/* More than any operator has; what is beyond reads as absent. */
enum { ARGUMENTS_MOST = 128, SHAPE_MOST = 16 };

/* The sizes of a tensor, or any list of whole numbers. */
struct shape {
	int n; /* how many; -1: absent */
	double size[SHAPE_MOST];
};

/* One of the lists: its items, which point into the text that was read. */
struct items {
	struct span item[ARGUMENTS_MOST]; /* without their quotes */
	int n;
};

struct arguments {
	struct items dims, types, values;
};

/* Reads the three texts, which must live as long as the arguments are used. */
void arguments_read(struct arguments *, struct span dims, struct span types,
    struct span values);

/* How many shapes there are. */
int arguments_count(const struct arguments *);

/* The i-th shape in the text of a list of them. */
struct shape arguments_shape_of(struct span list, int i);

/* The i-th shape, from 0; sizes are 0 or above and below 2^53. */
struct shape arguments_shape(const struct arguments *, int i);

/* Of an argument that is a list of tensors: how many, and the k-th shape. */
int arguments_tensors(const struct arguments *, int i);
struct shape arguments_tensor(const struct arguments *, int i, int k);

/* The i-th type and value; nothing where there is none. */
struct span arguments_type(const struct arguments *, int i);
struct span arguments_value(const struct arguments *, int i);

/* The i-th value is this word, as "True". */
bool arguments_says(const struct arguments *, int i, const char *word);

/* The i-th value is a list, as [True, False, True], whose k-th word is True. */
bool arguments_wants(const struct arguments *, int i, int k);

/* The i-th value as a number, or what to take where there is none. */
double arguments_number(const struct arguments *, int i, double otherwise);

/* The i-th value as numbers: "[2, 2]", or "2", which is a list of one. */
struct shape arguments_numbers(const struct arguments *, int i);

/* All sizes multiplied; 1 for a scalar, NAN for an absent shape. */
double shape_product(const struct shape *);

/* The size at a place, from 0; a negative one counts from the end: -1 is the
 * last. NAN where there is none. */
double shape_at(const struct shape *, int place);

#endif
