#include <stdlib.h>

#include "tools/trace-cycles/slices.h"

int
slices_open(
    struct slicer *s, const struct cycles *c, const uint32_t *listed, size_t n)
{
	*s = (struct slicer){.cycles = c, .listed = listed, .n = n};
	for (size_t i = 0; i < n; i++)
		if (c->cycle[listed[i]].level > s->levels)
			s->levels = c->cycle[listed[i]].level;
	s->repeats = calloc(n + 1, sizeof *s->repeats);
	s->cut = calloc(s->levels + 2u, sizeof *s->cut);
	return s->repeats && s->cut ? 0 : -1;
}

void
slices_close(struct slicer *s)
{
	free(s->repeats);
	free(s->cut);
	*s = (struct slicer){0};
}

/* Level 0 is the sequence itself, as the one slice still to come. */
void
slices_begin(struct slicer *s)
{
	struct cut none = {.at = 0};

	for (size_t i = 0; i < s->n; i++)
		s->repeats[i] = repeats_begin(s->cycles, s->listed[i], true);
	for (uint32_t l = 0; l < s->levels + 2; l++)
		s->cut[l] = none;
	s->cut[0].within = (struct slice){
	    .kind = SLICE_OUTSIDE, .at = {0, (uint32_t)s->cycles->text.n}};
}

/* The cycle whose next repeat at a level starts first, before `end`, or NULL.
 */
static struct repeat_iterator *
next_repeats(
    const struct slicer *s, uint32_t level, uint32_t end, struct visit *first)
{
	struct repeat_iterator *found = NULL;

	for (size_t i = 0; i < s->n; i++) {
		struct visit o;

		if (s->repeats[i].cycle->level == level &&
		    repeats_peek(&s->repeats[i], &o) && o.at.start < end) {
			end = o.at.start;
			*first = o;
			found = &s->repeats[i];
		}
	}
	return found;
}

static struct slice
slice_of(const struct slicer *s, const struct cycle *c, struct visit o)
{
	bool whole = o.to - o.from == c->length;

	return (struct slice){whole ? SLICE_REPEAT : SLICE_PARTIAL, o.at,
	    (uint32_t)(c - s->cycles->cycle), o.which};
}

/* What comes next in the unfinished slice of the level above. */
static struct slice
cut_slice(struct slicer *s, uint32_t level)
{
	struct cut *cut = &s->cut[level];
	struct slice out = cut->within;
	uint32_t from = cut->at;
	struct visit o;
	struct repeat_iterator *next = next_repeats(s, level, out.at.end, &o);

	if (next && o.at.start == from) {
		repeats_next(next, &o);
		cut->at = o.at.end;
		return slice_of(s, next->cycle, o);
	}
	if (next)
		out.kind = from == out.at.start ? SLICE_BEFORE : SLICE_BETWEEN;
	else if (from > out.at.start)
		out.kind = SLICE_AFTER;
	cut->at = next ? o.at.start : out.at.end;
	out.at = (struct repeat){from, cut->at};
	return out;
}

bool
slices_next(struct slicer *s, uint32_t level, struct slice *out)
{
	struct cut *cut = &s->cut[level];

	if (level == 0) {
		*out = cut->within;
		cut->within.at.start = cut->within.at.end;
		return out->at.start < out->at.end;
	}
	if (cut->at == cut->within.at.end) {
		if (!slices_next(s, level - 1, &cut->within))
			return false;
		cut->at = cut->within.at.start;
	}
	*out = cut_slice(s, level);
	return true;
}
