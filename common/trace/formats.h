/*
 * formats - the formats of traces.
 *
 * A new format is one line in the table of formats.c, and one file that has the
 * functions of that line: one that tells the format by its first bytes, and one
 * that opens a reader (reader.h).
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

#endif
