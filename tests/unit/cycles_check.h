/*
 * cycles_check - what must be true of every answer of cycles_find; for the unit
 * test and the fuzzer alike.
 */
#ifndef TESTS_UNIT_CYCLES_CHECK_H
#define TESTS_UNIT_CYCLES_CHECK_H

#include <stdbool.h>
#include <string.h>

#include "tools/trace-cycles/cycles.h"

/* Every repeat is the root, inside a repeat of the parent. */
static inline bool
repeats_hold(const uint32_t *s, const struct cycles *c, const struct cycle *k)
{
	const struct cycle *parent = &c->cycle[k->parent];
	size_t inside = 0;

	for (size_t i = 0; i < k->repeats; i++) {
		struct repeat r = c->repeat[k->first_repeat + i];
		const struct repeat *p;

		if (r.end - r.start != k->length ||
		    memcmp(s + r.start, s + k->root, k->length * sizeof *s))
			return false;
		if (i && r.start < c->repeat[k->first_repeat + i - 1].end)
			return false;
		p = &c->repeat[parent->first_repeat];
		while (inside < parent->repeats && p[inside].end < r.end)
			inside++;
		if (inside == parent->repeats || p[inside].start > r.start)
			return false;
	}
	return k->repeats >= 2;
}

/* No symbol is in two cycles of one level. */
static inline bool
levels_hold(const struct cycles *c, size_t n, uint32_t *level)
{
	memset(level, 0, n * sizeof *level);
	for (size_t i = 1; i < c->n; i++) {
		const struct cycle *k = &c->cycle[i];

		if (k->parent >= i || k->level != c->cycle[k->parent].level + 1)
			return false;
		for (size_t r = 0; r < k->repeats; r++) {
			struct repeat p = c->repeat[k->first_repeat + r];

			for (uint32_t at = p.start; at < p.end; at++)
				if (level[at]++ != k->level - 1)
					return false;
		}
	}
	return true;
}

/* `level` is room for n numbers. */
static inline bool
cycles_hold(const uint32_t *s, size_t n, const struct cycle_limits *limits,
    const struct cycles *c, uint32_t *level)
{
	for (size_t i = 1; i < c->n; i++)
		if (c->cycle[i].length < limits->shortest ||
		    c->cycle[i].length > limits->longest ||
		    !repeats_hold(s, c, &c->cycle[i]))
			return false;
	return levels_hold(c, n, level);
}

#endif
