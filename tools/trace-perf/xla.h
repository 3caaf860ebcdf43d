/*
 * xla - what the backend_config of an instruction of XLA says.
 */
#ifndef TRACE_PERF_XLA_H
#define TRACE_PERF_XLA_H

#include "common/bytes/span.h"

/* The number after a name: "beta":1 in JSON, mask_type = 2 in MLIR; NAN if
 * there is none. */
double xla_setting(struct span config, const char *name);

#endif
