/*
 * methods - the methods by name, and what each makes of a kernel by itself.
 *
 * Each gives PHASE_EMPTY when it has nothing to say. trace-phase(1) defines
 * them.
 */
#ifndef TOOLS_TRACE_PHASE_METHODS_H
#define TOOLS_TRACE_PHASE_METHODS_H

#include <stddef.h>
#include <stdint.h>

#include "common/table/tsv.h"
#include "tools/trace-phase/phase.h"

enum method {
	METHOD_BEST, /* the first evidence that speaks; on cycles repetition */
	METHOD_ANNOTATION,
	METHOD_ATTENTION_PATTERNS,
	METHOD_FRAMEWORK_APIS,
	METHOD_GEMM_PARAMS,
	METHOD_HYBRID,
	METHOD_KERNEL_NAMES,
	METHOD_OPERATION_FREQUENCY,
	METHOD_REPETITION,
	METHODS
};

/* The name of a method, for messages and --method. */
extern const char *const method_names[METHODS];

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

void methods_frequency(const int64_t *count, size_t n, struct verdict *);

/*
 * What the command line asks for, and what does it: labels the cycles or the
 * events of the GPU in a table, or keeps those of a phase.
 */

struct options {
	bool quiet;
	bool select;
	bool step;
	enum phase wanted; /* PHASE_EMPTY: auto */
	enum method method;
	int64_t threshold;
};

/* In cycle_rows.c and events.c; they return a status, and end the program with
 * a message when they fail. */
int cycle_rows_run(const struct options *, struct tsv *, struct tsvw *);
int events_run(const struct options *, struct tsv *, struct tsvw *);

#endif
