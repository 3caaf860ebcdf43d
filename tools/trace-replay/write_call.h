/*
 * write_call - a call as JSON, the replay IR, and as arguments of Python.
 *
 * The functions append to a buffer.
 */
#ifndef TOOLS_TRACE_REPLAY_WRITE_CALL_H
#define TOOLS_TRACE_REPLAY_WRITE_CALL_H

#include "common/bytes/buf.h"
#include "tools/trace-replay/fit_arguments.h"

/* {"list_pos_args": [...], "list_kwargs": [...]}. JSON has no number that is
 * infinite or none: these are strings, as "-inf". */
void write_call_json(struct buf *, const struct call *);

/* A list of the positional arguments, and a dictionary of the others. */
void write_call_python(struct buf *, const struct call *);

#endif
