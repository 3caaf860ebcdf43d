/*
 * columns - the annotations that become columns.
 *
 * Every profiler names its annotations in its own way; these are the names that
 * rocprofv3 and its readers use (TraceLens, pftrace reports; AMD, 2025).
 */
#ifndef COMMON_TRACE_PFTRACE_COLUMNS_H
#define COMMON_TRACE_PFTRACE_COLUMNS_H

#include "common/bytes/span.h"

enum pf_column {
	PF_NAME,
	PF_TID,
	PF_DEVICE,
	PF_STREAM,
	PF_CORRELATION,
	PF_EXTERNAL_ID,
	PF_BEGIN,
	PF_DURATION,
	PF_END,
	PF_COLUMNS
};

#define PF_NO_COLUMN (~0u)

/*
 * The rank of an annotation's name, PF_NO_COLUMN if it becomes no column. Of
 * several for one column, the lowest rank counts.
 */
unsigned pf_column_rank(struct span name);
enum pf_column pf_column(unsigned rank);

#endif
