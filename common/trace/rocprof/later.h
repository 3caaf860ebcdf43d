/*
 * later - records of a process that stand before the tables that they
 * point into: they wait in a temporary file.
 */
#ifndef COMMON_TRACE_ROCPROF_LATER_H
#define COMMON_TRACE_ROCPROF_LATER_H

#include "common/bytes/buf.h"

struct rocprof_later;

struct rocprof_later *rocprof_later_new(void);
void rocprof_later_free(struct rocprof_later *);

/* Each returns -1 when there is no file, memory or room. */
__attribute__((warn_unused_result)) int rocprof_later_add(
    struct rocprof_later *, struct span record);

/*
 * Takes the records back in their order, valid until the next call: 1, or 0
 * after the last one; then there are none.
 */
__attribute__((warn_unused_result)) int rocprof_later_take(
    struct rocprof_later *, struct span *record);

/* Are there any? */
bool rocprof_later_has(const struct rocprof_later *);

#endif
