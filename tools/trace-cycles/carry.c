#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/carry.h"

void
carry_free(struct carrier *c)
{
	align_free(&c->aligner);
	free(c->place);
	free(c->start);
	free(c->end);
	*c = (struct carrier){0};
}

static int
reserve(uint32_t **array, size_t *cap, size_t n)
{
	uint32_t *grown = array_grow(*array, cap, n, sizeof *grown);

	*array = grown ? grown : *array;
	return grown ? 0 : -1;
}

/*
 * What ends behind a symbol of the root ends behind its place. If it has none,
 * it stands for the next symbol of the repeat, unless that has a place of its
 * own.
 */
static void
find_borders(struct carrier *c, uint32_t n, uint32_t m)
{
	uint32_t *next = c->start, behind = m;

	for (uint32_t i = n; i-- > 0;) {
		next[i] = behind;
		behind = c->place[i] == ALIGN_NONE ? behind : c->place[i];
	}
	c->end[0] = 0;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = c->end[i];

		if (c->place[i] != ALIGN_NONE)
			at = c->place[i];
		c->end[i + 1] = at < next[i] ? at + 1 : at;
		c->start[i] = at;
	}
}

int
carry_begin(struct carrier *c, const struct text *text, struct repeat root,
    struct repeat repeat)
{
	uint32_t n = root.end - root.start, m = repeat.end - repeat.start;
	int rc;

	c->root = root;
	c->repeat = repeat;
	c->how = CARRY_EXACT;
	if (n == m && text_equal(text, root.start, repeat.start, n))
		return 0;
	if (reserve(&c->place, &c->place_cap, n) ||
	    reserve(&c->start, &c->start_cap, n) ||
	    reserve(&c->end, &c->end_cap, n + 1u))
		return -1;
	rc = align_find(
	    &c->aligner, text, root.start, n, repeat.start, m, c->place);
	c->how = rc > 0 ? CARRY_ALIGNED : CARRY_NOTHING;
	if (rc > 0)
		find_borders(c, n, m);
	return rc < 0 ? -1 : 0;
}

/* How many symbols of a stretch of the root have no place in the repeat. */
static uint32_t
missing(const struct carrier *c, uint32_t start, uint32_t end)
{
	uint32_t sum = 0;

	for (uint32_t i = start; i < end; i++)
		sum += c->place[i] == ALIGN_NONE;
	return sum;
}

/* One stretch; returns whether enough of it is there. */
static bool
carry(const struct carrier *c, struct repeat from, struct repeat *to)
{
	uint32_t start = from.start - c->root.start;
	uint32_t end = from.end - c->root.start, n = end - start;
	uint32_t strays;

	if (c->how == CARRY_EXACT) {
		to->start = c->repeat.start + start;
		to->end = c->repeat.start + end;
		return true;
	}
	to->start = c->repeat.start + c->start[start];
	to->end = c->repeat.start + c->end[end];
	strays = to->end - to->start > n ? to->end - to->start - n : 0;
	return missing(c, start, end) + strays <= chains_tolerated(n);
}

size_t
carry_over(const struct carrier *c, const struct repeat *r, size_t n,
    struct repeat *to)
{
	size_t carried = 0;

	if (c->how == CARRY_NOTHING)
		return 0;
	for (size_t i = 0; i < n; i++)
		carried += carry(c, r[i], &to[carried]);
	return carried;
}

uint32_t
carry_differences(const struct carrier *c)
{
	uint32_t n = c->root.end - c->root.start, gone;
	uint32_t m = c->repeat.end - c->repeat.start;

	if (c->how == CARRY_EXACT)
		return 0;
	if (c->how == CARRY_NOTHING)
		return n > m ? n : m;
	gone = missing(c, 0, n);
	return m > n ? gone + (m - n) : gone;
}

void
carry_positions(const struct carrier *c, uint32_t *position)
{
	uint32_t n = c->root.end - c->root.start, last = 0;
	uint32_t m = c->repeat.end - c->repeat.start;

	for (uint32_t i = 0; i < m; i++)
		position[i] = c->how == CARRY_EXACT ? i : ALIGN_NONE;
	for (uint32_t i = 0; i < n && c->how == CARRY_ALIGNED; i++)
		if (c->place[i] != ALIGN_NONE)
			position[c->place[i]] = i;
		else if (c->end[i + 1] > c->start[i])
			position[c->start[i]] = i | CARRY_STRAY;
	for (uint32_t i = 0; i < m; i++) {
		if (position[i] == ALIGN_NONE)
			position[i] = last | CARRY_STRAY;
		last = position[i] & ~CARRY_STRAY;
	}
}
