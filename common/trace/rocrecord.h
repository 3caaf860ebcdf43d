/*
 * rocrecord - a record of rocprofv3's JSON as an event.
 */
#ifndef COMMON_TRACE_ROCRECORD_H
#define COMMON_TRACE_ROCRECORD_H

#include "common/trace/rocnames.h"
#include "common/trace/rocprof.h"

struct rocrecord;

/*
 * A reader for the records of a file, whose args it finds in a record or its
 * dispatch_info; both must outlive it. NULL: no memory.
 */
struct rocrecord *rocrecord_new(struct rocprof *, struct rocnames *);
void rocrecord_free(struct rocrecord *);

/*
 * Reads a record, all but the pid; valid until the next call and as long as
 * the object. Without a kind, a name or times it is unreadable. Returns 0,
 * JSON_UNREADABLE or JSON_NO_MEMORY.
 */
__attribute__((warn_unused_result)) int rocrecord_read(
    struct rocrecord *, struct span object, struct kevent *);

#endif
