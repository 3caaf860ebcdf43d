/*
 * cycles_check - what must be true of every answer of cycles_find; for the unit
 * test and the fuzzer alike.
 */
#ifndef TESTS_UNIT_CYCLES_CHECK_H
#define TESTS_UNIT_CYCLES_CHECK_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/cycles.h"

/* How far apart two texts are: the plain quadratic dynamic programme. */
static inline uint32_t
edit_distance(const uint32_t *a, uint32_t n, const uint32_t *b, uint32_t m)
{
	uint32_t *row = malloc((m + 1u) * sizeof *row), answer;

	for (uint32_t j = 0; j <= m; j++)
		row[j] = j;
	for (uint32_t i = 1; i <= n; i++) {
		uint32_t diagonal = row[0]++;

		for (uint32_t j = 1; j <= m; j++) {
			uint32_t best = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			best = row[j] + 1 < best ? row[j] + 1 : best;
			best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
			row[j] = best;
		}
	}
	answer = row[m];
	free(row);
	return answer;
}

/* Whether the repeat is the root, or enough like it. */
static inline bool
is_like(const uint32_t *s, const struct cycle *k, struct repeat r)
{
	uint32_t length = r.end - r.start;

	if (length == k->length &&
	    memcmp(s + r.start, s + k->root, length * sizeof *s) == 0)
		return true;
	/* both may lack as much against what they are compared with */
	return 2 * edit_distance(s + r.start, length, s + k->root, k->length) <=
	    k->length + length;
}

/* Every repeat is like the root, behind the one before, in one of the parent.
 */
static inline bool
repeats_hold(const uint32_t *s, const struct cycles *c, const struct cycle *k)
{
	const struct cycle *parent = &c->cycle[k->parent];
	size_t inside = 0;

	for (size_t i = 0; i < k->repeats; i++) {
		struct repeat r = c->repeat[k->first_repeat + i];
		const struct repeat *p = &c->repeat[parent->first_repeat];

		if (r.end <= r.start || !is_like(s, k, r))
			return false;
		if (i && r.start < c->repeat[k->first_repeat + i - 1].end)
			return false;
		while (inside < parent->repeats && p[inside].end < r.end)
			inside++;
		if (inside == parent->repeats || p[inside].start > r.start)
			return false;
	}
	return k->repeats > 0; /* a lone step need not repeat */
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
