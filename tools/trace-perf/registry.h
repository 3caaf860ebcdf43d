/*
 * registry - the models by their names.
 */
#pragma once

#include <stddef.h>

#include "common/bytes/span.h"
#include "tools/trace-perf/models.h"

/* The model of that name; NULL: there is none. */
const struct model *registry_find(struct span name);

/* Runs a model on an operation; NULL finds nothing. */
void registry_ask(struct operation *, const struct model *, struct work *);

/*
 * Which operator has which model, category and sheet.
 *
 * The table is common/meaning/perf-models.tsv; other tables may come before
 * it.
 */

/* Empty where the table says nothing. */
struct operator_model {
	const struct model *model;
	struct span category; /* such as GEMM or SDPA_fwd */
	struct span sheet;    /* the sheet of a report that it belongs to */
	struct span backward; /* the category of its backward pass */
	struct span unit;     /* matrix or vector: what computes it */
};

struct operators;

struct operators *operators_new(void); /* an empty table */
void operators_free(struct operators *);

/* Adds an operator unless its name is known. */
void operators_add(
    struct operators *, struct span name, const struct operator_model *);

/* Adds our table after all others. */
void operators_add_ours(struct operators *);

/*
 * An operator's entry, or NULL. The number in the names that SGLang's profiler
 * gives ("sglang_profiler::X_12") does not count.
 */
const struct operator_model *operators_find(
    const struct operators *, struct span);
