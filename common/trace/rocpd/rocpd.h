/*
 * rocpd - the database that rocprofv3 writes, as events.
 *
 * Its tables have names that end in a number of the process that wrote them
 * ("Using rocpd output format", ROCprofiler-SDK documentation, AMD, 2025;
 * schema 3, and 4, where times and places stand in tables of their own). A
 * merged file has the tables of several processes. Views of all of them are
 * not read. The events are those of rocprofv3's JSON of the same run.
 */
#ifndef COMMON_TRACE_ROCPD_ROCPD_H
#define COMMON_TRACE_ROCPD_ROCPD_H

#include "common/trace/sqlite/dialect.h"

extern const struct sqlite_dialect rocpd_dialect;

#endif
