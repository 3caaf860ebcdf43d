/*
 * windows - the stretches of time whose paths are asked for.
 */
#ifndef TRACE_CRITICAL_WINDOWS_H
#define TRACE_CRITICAL_WINDOWS_H

#include "tools/trace-critical/path.h"

struct window {
	struct interval time;
	uint32_t key;  /* its number; NONE without one */
	uint32_t last; /* the point it ends with, or NONE */
};

/*
 * One for each key that an event of the GPU has, a key of empty fields being
 * none: from the start of its first event to that of the next key's first; the
 * last ends with its own last event. In the order of time. The caller frees.
 * Returns how many; ends the program when there is no memory.
 */
size_t windows_by_key(const struct points *, struct window **);

#endif
