/*
 * marks - where each event is: in which repeat of which cycle, and in which
 * step of its GPU and layer of that.
 *
 * What is in no cycle of its own stream, such as a copy, is in the repeat of
 * the main stream that it belongs to (common/trace/main_stream.h).
 */
#ifndef TRACE_CYCLES_MARKS_H
#define TRACE_CYCLES_MARKS_H

#include "tools/trace-cycles/view.h"

/* All count from 1, and 0 is none. */
struct mark {
	uint32_t cycle; /* the innermost, as printed */
	struct which which;
	uint32_t position;
	uint32_t step, layer; /* of the main stream */
};

/* One for each event; the caller frees them. */
struct mark *marks_find(const struct report *);

#endif
