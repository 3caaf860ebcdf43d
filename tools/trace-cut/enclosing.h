/*
 * enclosing - what encloses something on its own track, such as an operator the
 * calls in it.
 */
#ifndef TRACE_CUT_ENCLOSING_H
#define TRACE_CUT_ENCLOSING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct place {
	int64_t start, end; /* ns */
	uint32_t track;
};

/* By track, start and end. */
void enclosing_sort(struct place *, size_t n);

/*
 * Whether a place encloses one of n others, which are sorted. What stands on
 * one track must be nested.
 */
bool enclosing_any(struct place, const struct place *, size_t n);

#endif
