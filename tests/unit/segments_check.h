/*
 * segments_check - invariants of every way to cut a sequence; for the unit test
 * and the fuzzer alike.
 */
#pragma once

#include <stdbool.h>
#include <stdlib.h>

#include "tools/trace-cycles/segments.h"

/* The segments of a level so far. */
struct level_shown {
	const struct cycles *cycles;
	const struct found *listed;
	uint32_t level, at;
	size_t repeats;
	bool wrong;
};

static inline void
level_takes(void *to, const struct segment *segment)
{
	struct level_shown *shown = to;

	shown->wrong = shown->wrong || segment->at.start != shown->at ||
	    segment->at.end <= shown->at;
	shown->at = segment->at.end;
	if (segment->kind <= SEGMENT_PARTIAL)
		shown->repeats +=
		    shown->listed[segment->listed - 1].cycle->level ==
		    shown->level;
}

/* A level: every kernel in one segment, in order; every repeat that there is.
 */
static inline bool
level_holds(const struct cycles *c, const struct found *listed, size_t n,
    uint32_t level)
{
	struct level_shown shown = {c, listed, level, 0, 0, false};
	size_t expected = 0;

	for (size_t i = 0; i < n; i++) {
		struct repeat_iterator w = repeats_begin(listed[i].cycle, true);

		if (w.cycle->level == level)
			expected += w.cycle->repeats + w.all_partials;
	}
	segments_cut(c, listed, n, level, level_takes, &shown);
	return !shown.wrong && shown.at == c->text.n &&
	    shown.repeats == expected;
}

/* Cuts by all cycles. */
static inline bool
segments_hold(const struct cycles *c)
{
	struct found *listed = calloc(c->n, sizeof *listed);
	bool good = listed != NULL;
	uint32_t levels = 0;

	for (uint32_t i = 1; listed && i < c->n; i++)
		listed[i - 1].cycle = &c->cycle[i];
	if (good)
		levels = segments_levels(listed, c->n - 1);
	for (uint32_t l = 1; good && l <= levels; l++)
		good = level_holds(c, listed, c->n - 1, l);
	free(listed);
	return good;
}
