/*
 * text_buffer - sequences of symbols, put together piece by piece.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "tools/trace-cycles/cycles.h"

enum { MOST = 5000 };

static const struct cycle_limits any = {1, INT32_MAX, false};

struct text_buffer {
	uint32_t s[MOST];
	size_t n;
};

static inline void
add(struct text_buffer *t, uint32_t first, uint32_t last)
{
	while (first <= last)
		t->s[t->n++] = first++;
}

static inline void
add_times(struct text_buffer *t, int times, uint32_t first, uint32_t last)
{
	while (times-- > 0)
		add(t, first, last);
}
