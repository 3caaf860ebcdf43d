/*
 * record - a record of rocprofv3's JSON as an event.
 */
#ifndef COMMON_TRACE_ROCPROF_RECORD_H
#define COMMON_TRACE_ROCPROF_RECORD_H

#include "common/trace/rocprof/names.h"
#include "common/trace/rocprof/rocprof.h"

struct rocprof_record;

/*
 * A reader for the records of a file, whose args it finds in a record or its
 * dispatch_info; both must outlive it.
 */
struct rocprof_record *rocprof_record_new(
    struct rocprof *, struct rocprof_names *);
void rocprof_record_free(struct rocprof_record *);

/*
 * Reads a record, all but the pid; valid until the next call and as long as
 * the object. Without a kind, a name or times it is unreadable. Returns 0 or
 * JSON_UNREADABLE.
 */
__attribute__((warn_unused_result)) int rocprof_record_read(
    struct rocprof_record *, struct span object, struct kevent *);

/*
 * The same for a record that bytes, after which TEMPLATE_PAD can be read, begin
 * with, if it is like one of the last that were read (see template.h). Returns
 * its length; 0 if it has to be read with care.
 */
size_t rocprof_record_alike(
    struct rocprof_record *, struct span bytes, struct kevent *);

#endif
