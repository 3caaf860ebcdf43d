/*
 * pftrace - traces in Perfetto's own format (.pftrace, .perfetto-trace), as
 * rocprofv3 and the Perfetto SDK write them.
 *
 * A trace is packets, one after another, read one at a time. A slice is an
 * event (ph X) when its end comes; one without an end comes last, as ph B.
 * Times are nanoseconds of the clock BOOTTIME, or what the annotations begin_ns
 * and delta_ns say. Nothing is known about a packet that is damaged but where
 * the next one begins.
 */
#ifndef COMMON_TRACE_PFTRACE_PFTRACE_H
#define COMMON_TRACE_PFTRACE_PFTRACE_H

#include "common/trace/reader.h"

/* For the table of formats.c. The args are annotations, by their names. */
bool pftrace_sniff(struct input *);
struct trace_reader *pftrace_open(
    struct input *, const struct span *args, size_t n);

#endif
