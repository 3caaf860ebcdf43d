/*
 * formats - the formats of traces.
 *
 * A new format is one line in the table of formats.c, and one file that has the
 * functions of that line.
 */
#ifndef COMMON_TRACE_FORMATS_H
#define COMMON_TRACE_FORMATS_H

#include "common/trace/reader.h"

/* The i-th format that this build tries, from 0; NULL after the last one. */
const struct trace_format *trace_format_at(size_t i);
const struct trace_format *trace_format_named(const char *); /* or NULL */

/* The format of an input. One that is no trace gets a reader that says why. */
const struct trace_format *trace_format_of(struct input *);

/*
 * What an input is that is of no format, and how to make one of it; NULL: not
 * known. Static text.
 */
const char *trace_format_hint(struct input *);

/*
 * For the table of formats.c: whether the first bytes are those of the format,
 * and a reader of it (reader.h). The args are what it may be asked for by name:
 * members of JSON, columns, or annotations and stats of events.
 */
typedef bool trace_sniff(struct input *);
typedef struct trace_reader *trace_open(
    struct input *, const struct span *args, size_t n);

trace_sniff pftrace_sniff, xplane_sniff, rocprof_csv_sniff, rocprof_json_sniff,
    sqlite_sniff, kineto_reader_sniff;
trace_open pftrace_open, xplane_open, rocprof_csv_open, rocprof_json_open,
    sqlite_open, kineto_reader_open;

#endif
