/*
 * nsys - the SQLite export of NVIDIA Nsight Systems as events.
 *
 * `nsys export --type sqlite` writes a table for each kind of record (NVIDIA,
 * "Nsight Systems Analysis Guide", SQLite Schema Reference, 2026.4, schema
 * 3.28.1). Which tables and columns there are depends on the version and on
 * what was recorded: what is missing is empty. Times are nanoseconds since the
 * recording began.
 */
#ifndef COMMON_TRACE_NSYS_NSYS_H
#define COMMON_TRACE_NSYS_NSYS_H

#include "common/trace/sqlite/dialect.h"

extern const struct sqlite_dialect nsys_dialect;

#endif
