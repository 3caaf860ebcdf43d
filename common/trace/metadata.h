/*
 * metadata - what stands beside the events of a trace, as facts.
 */
#ifndef COMMON_TRACE_METADATA_H
#define COMMON_TRACE_METADATA_H

#include "common/trace/fact.h"
#include "common/trace/members.h"

/*
 * Appends the rank in distributedInfo, if it is there. Returns 0, or -1: no
 * memory.
 */
__attribute__((warn_unused_result)) int metadata_rank(
    const struct members *, struct buf *rank);

/*
 * Writes the job's rank, world size and backend, the GPUs, the versions, and
 * other single values. Returns 0, or -1: no memory.
 */
__attribute__((warn_unused_result)) int metadata_write(
    const struct fact *, const struct members *);

#endif
