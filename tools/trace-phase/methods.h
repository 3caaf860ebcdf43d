/*
 * methods - the phase of a kernel by what is written about it alone.
 *
 * Each gives PHASE_EMPTY when it has nothing to say. trace-phase(1) defines
 * them.
 */
#ifndef TRACE_PHASE_METHODS_H
#define TRACE_PHASE_METHODS_H

#include <stdint.h>

#include "tools/trace-phase/phase.h"

/* Of one kernel; what is not known is empty. */
struct about {
	struct span name;  /* of the kernel, in small letters */
	struct span op;    /* likewise */
	struct span dims;  /* JSON: the shapes of the operator's inputs */
	int64_t threshold; /* most tokens at once of a decode step */
};

/* M of a matrix product, the tokens computed at once; 0: it is not known. */
int64_t method_gemm_rows(const struct about *);

struct verdict method_kernel_names(const struct about *);
struct verdict method_framework_apis(const struct about *);
struct verdict method_attention_patterns(const struct about *);
struct verdict method_gemm_params(const struct about *);

/*
 * The i-th shape of a JSON array of shapes: its rank, and dim[] up to `most`,
 * or -1 if there is none.
 */
int method_shape(struct span dims, int i, int64_t *dim, int most);

#endif
