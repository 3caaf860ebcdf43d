/*
 * operator_columns - where a table of operators or kernels has what models are
 * told.
 */
#pragma once

#include <stdbool.h>

#include "common/table/tsv.h"
#include "tools/trace-perf/models.h"

/* Those of forward passes; see operator_columns.c. */
struct forwards {
	struct pool *sequences;
	struct pool *texts;             /* keeps what the arguments point to */
	struct argument_texts *forward; /* by the sequence's number */
	size_t n, cap;
};

struct columns {
	int name, time, kernel;
	bool kernels; /* rows are kernels, not operators */
	int dims, types, strides, values;
	int annotation, experts, gated;
	int sequence;
	int gpu_events, back_us;
	int target, opcode, out_dims, out_types, out_shape, config, labels, dot;
	struct forwards forwards;
};

/* Finds them; ends the program if one that is needed is missing. */
void columns_find(struct columns *, const struct tsv *);
void columns_free(struct columns *);

/* Reads the operator's name, by which its model is found. */
void columns_read_name(
    struct operation *, const struct columns *, struct tsv *);

/* Reads the rest. Texts are valid until the next row. */
void columns_read(
    struct operation *, struct columns *, struct tsv *, const struct model *);
