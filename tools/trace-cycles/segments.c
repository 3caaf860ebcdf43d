#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/segments.h"

struct cutter {
	struct repeat_iterator *ahead; /* of each cycle of the list */
	size_t n;
	uint32_t level; /* down to which it cuts */
	void (*take)(void *, const struct segment *);
	void *to;
};

uint32_t
segments_levels(const struct found *listed, size_t n)
{
	uint32_t levels = 1;

	for (size_t i = 0; i < n; i++)
		if (listed[i].cycle->level > levels)
			levels = listed[i].cycle->level;
	return levels;
}

/* The cycle whose next repeat at a level starts first, before `end`; or n. */
static size_t
find_next(const struct cutter *c, uint32_t level, uint32_t end)
{
	size_t found = c->n;
	struct visit o;

	for (size_t i = 0; i < c->n; i++)
		if (c->ahead[i].cycle->level == level &&
		    repeats_peek(&c->ahead[i], &o) && o.at.start < end) {
			end = o.at.start;
			found = i;
		}
	return found;
}

/* Takes the gap between repeats; where there are none the kind stays. */
static void
take_gap(
    const struct cutter *c, struct segment within, uint32_t from, uint32_t to)
{
	if (to < within.at.end)
		within.kind =
		    from == within.at.start ? SEGMENT_BEFORE : SEGMENT_BETWEEN;
	else if (from > within.at.start)
		within.kind = SEGMENT_AFTER;
	within.at = (struct repeat){from, to};
	if (from < to)
		c->take(c->to, &within);
}

static void
cut(struct cutter *c, const struct segment *within, uint32_t level)
{
	uint32_t at = within->at.start;
	struct visit o;
	size_t i;

	if (level > c->level) {
		c->take(c->to, within);
		return;
	}
	while ((i = find_next(c, level, within->at.end)) < c->n) {
		struct segment inner = {
		    .kind = SEGMENT_PARTIAL, .listed = i + 1};

		repeats_next(&c->ahead[i], &o);
		if (o.to - o.from == c->ahead[i].cycle->length)
			inner.kind = SEGMENT_REPEAT;
		inner.at = o.at;
		inner.which = o.which;
		take_gap(c, *within, at, o.at.start);
		cut(c, &inner, level + 1);
		at = o.at.end;
	}
	take_gap(c, *within, at, within->at.end);
}

void
segments_cut(const struct cycles *all, const struct found *listed, size_t n,
    uint32_t level, void (*take)(void *, const struct segment *), void *to)
{
	struct segment whole = {
	    .kind = SEGMENT_OUTSIDE, .at = {0, (uint32_t)all->text.n}};
	struct cutter c = {
	    xmalloc((n + 1) * sizeof *c.ahead), n, level, take, to};

	for (size_t i = 0; i < n; i++)
		c.ahead[i] = repeats_begin(listed[i].cycle, true);
	cut(&c, &whole, 1);
	free(c.ahead);
}
