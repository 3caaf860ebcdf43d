#include <stdlib.h>

#include "tools/trace-cycles/chains.h"

uint32_t
chains_tolerated(uint32_t length)
{
	if (length < 4)
		return 0;
	return length < 8 ? 1 : length / 8;
}

uint32_t
chains_at_end(uint32_t length)
{
	return length < 9 ? chains_tolerated(length) : (length - 1) / 8;
}

void
chains_free(struct chains *c)
{
	free(c->chain);
	free(c->segment);
	*c = (struct chains){0};
}

const struct segment *
chains_segment(const struct chains *all, const struct chain *c, uint32_t at)
{
	const struct segment *s = all->segment + c->first;
	uint32_t low = 0, high = c->segments;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (s[middle].start <= at)
			low = middle;
		else
			high = middle;
	}
	return &s[low];
}

uint32_t
chains_travel(const struct chains *all, const struct chain *c, uint32_t at)
{
	const struct segment *s = chains_segment(all, c, at);

	return s->travel + ((at < s->end ? at : s->end) - s->start);
}

/* The last segment that starts with at most so much travel. */
static const struct segment *
segment_of_travel(
    const struct chains *all, const struct chain *c, uint32_t travel)
{
	const struct segment *s = all->segment + c->first;
	uint32_t low = 0, high = c->segments;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (s[middle].travel <= travel)
			low = middle;
		else
			high = middle;
	}
	return &s[low];
}

uint32_t
chains_place(
    const struct chains *all, const struct chain *c, uint32_t travel, bool end)
{
	const struct segment *s = segment_of_travel(all, c, travel);
	uint32_t length = s->end - s->start, on = travel - s->travel, passed;

	if (end && on == 0 && s > all->segment + c->first &&
	    s[-1].travel + (s[-1].end - s[-1].start) == travel)
		return s[-1].end;
	if (on <= length)
		return s->start + on;
	passed = s[1].start - s->end;
	return s->end + (on - length < passed ? on - length : passed);
}
