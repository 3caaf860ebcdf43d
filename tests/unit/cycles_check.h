/*
 * cycles_check - invariants of every answer of cycles_find; for the unit test
 * and the fuzzer alike.
 */
#pragma once

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/cycles.h"
#include "tools/trace-cycles/prices.h"

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

/*
 * Whether two texts are alike: both may lack as much of a third one. `kernels`
 * is twice the kernels that the three have.
 */
static inline bool
are_alike(const uint32_t *a, uint32_t n, const uint32_t *b, uint32_t m,
    uint32_t kernels)
{
	if (n == m && memcmp(a, b, n * sizeof *a) == 0)
		return true;
	return 2 * edit_distance(a, n, b, m) <= kernels;
}

/* Writes a mark over the kernels of `inner` that are in a repeat. */
static inline void
mark_inside(uint32_t *text, struct repeat r, struct repeat inner, uint32_t mark)
{
	uint32_t at = inner.start > r.start ? inner.start : r.start;

	for (; at < inner.end && at < r.end; at++)
		text[at - r.start] = mark;
}

/*
 * Adds a mark to n symbols, unless it goes on with the row of an equal one.
 * Returns how many symbols there are.
 */
static inline uint32_t
add_mark(uint32_t *text, uint32_t n, uint32_t mark)
{
	for (uint32_t gap = 0; gap < ROW_GAP && gap < n; gap++)
		if (text[n - 1 - gap] == mark)
			return n - gap;
	text[n] = mark;
	return n + 1;
}

/*
 * Writes a repeat with one symbol for each row of an inner cycle, whatever the
 * number of its repeats, and whether they are whole; `text` is room for all
 * kernels. Returns how many symbols it has.
 */
static inline uint32_t
fold_rows_of(const uint32_t *s, const struct cycles *c, const struct cycle *k,
    struct repeat r, uint32_t *text)
{
	uint32_t n = 0, mark = UINT32_MAX - (uint32_t)c->n;

	memcpy(text, s + r.start, (r.end - r.start) * sizeof *text);
	for (size_t i = 1; i < c->n; i++) {
		const struct cycle *inner = &c->cycle[i];

		if (&c->cycle[inner->parent] != k)
			continue;
		for (size_t j = 0; j < inner->repeats; j++)
			mark_inside(
			    text, r, inner->repeat[j], mark + (uint32_t)i);
		for (size_t j = 0; j < inner->partials; j++)
			mark_inside(
			    text, r, inner->partial[j].at, mark + (uint32_t)i);
	}
	for (uint32_t i = 0; i < r.end - r.start; i++) {
		if (text[i] > mark)
			n = add_mark(text, n, text[i]);
		else
			text[n++] = text[i];
	}
	return n;
}

/* The kernels of a repeat, with those that it lost. */
static inline uint32_t
kernels_and_lost(const struct cycle *k, uint32_t length)
{
	return length > k->agreed ? length : k->agreed;
}

/*
 * Whether the repeat is like the root. They may also differ in how often they
 * have what is inside: what is wrong is counted with a row as one symbol, and
 * against all kernels of the row, as the search does.
 */
static inline bool
is_like(const uint32_t *s, const struct cycles *c, const struct cycle *k,
    struct repeat r)
{
	struct repeat root = {k->root, k->root + k->length};
	uint32_t length = r.end - r.start, *text;
	uint32_t kernels =
	    kernels_and_lost(k, length) + kernels_and_lost(k, k->length);
	bool alike =
	    are_alike(s + r.start, length, s + k->root, k->length, kernels);

	if (alike)
		return true;
	text = malloc((length + k->length) * sizeof *text);
	length = fold_rows_of(s, c, k, r, text);
	alike = are_alike(text, length, text + length,
	    fold_rows_of(s, c, k, root, text + length), kernels);
	free(text);
	return alike;
}

/* Every repeat is like the root, behind the one before, in one of the parent.
 */
static inline bool
repeats_hold(const uint32_t *s, const struct cycles *c, const struct cycle *k)
{
	const struct cycle *parent = &c->cycle[k->parent];
	size_t inside = 0;

	for (size_t i = 0; i < k->repeats; i++) {
		struct repeat r = k->repeat[i];
		const struct repeat *p = parent->repeat;

		if (r.end <= r.start || !is_like(s, c, k, r))
			return false;
		if (i && r.start < k->repeat[i - 1].end)
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
			struct repeat p = k->repeat[r];

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
