/*
 * registry - the models by their names.
 */
#ifndef TRACE_PERF_REGISTRY_H
#define TRACE_PERF_REGISTRY_H

#include <stddef.h>

#include "tools/trace-perf/models.h"

bool registry_has(struct span model);

/* The name of the i-th model, from 0, in byte order; NULL after the last. */
const char *registry_name(size_t i);

/* What a model finds of an operation; nothing when there is no such model. */
void registry_ask(struct operation *, struct span model, struct work *);

#endif
