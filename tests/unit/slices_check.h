/*
 * slices_check - what must be true of every way to cut a sequence; for the unit
 * test and the fuzzer alike.
 */
#ifndef TESTS_UNIT_SLICES_CHECK_H
#define TESTS_UNIT_SLICES_CHECK_H

#include <stdbool.h>
#include <stdlib.h>

#include "tools/trace-cycles/slices.h"

/* A level: every kernel in one slice, in order; every repeat that there is. */
static inline bool
level_holds(struct slicer *s, uint32_t level)
{
	size_t expected = 0, repeats = 0;
	struct slice slice;
	uint32_t at = 0;

	for (size_t i = 0; i < s->n; i++) {
		struct repeat_iterator w = repeats_begin(s->cycles, s->listed[i], true);

		if (w.cycle->level == level)
			expected += repeats_count(&w);
	}
	slices_begin(s);
	while (slices_next(s, level, &slice)) {
		if (slice.at.start != at || slice.at.end <= at)
			return false;
		at = slice.at.end;
		repeats += slice.kind <= SLICE_PARTIAL &&
		    s->cycles->cycle[slice.cycle].level == level;
	}
	return at == s->cycles->text.n && repeats == expected;
}

/* Cuts by all cycles. */
static inline bool
slices_hold(const struct cycles *c)
{
	uint32_t *listed = calloc(c->n, sizeof *listed);
	struct slicer s = {0};
	bool good;

	for (uint32_t i = 1; listed && i < c->n; i++)
		listed[i - 1] = i;
	good = listed && slices_open(&s, c, listed, c->n - 1) == 0;
	for (uint32_t l = 1; good && l <= s.levels + !s.levels; l++)
		good = level_holds(&s, l);
	slices_close(&s);
	free(listed);
	return good;
}

#endif
