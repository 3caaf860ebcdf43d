#include "tools/trace-cycles/cover.h"
#include "tools/trace-cycles/cursor.h"

struct cursor
cursor_start(const struct chains *all, const struct chain *c, uint32_t at)
{
	const struct segment *first = all->segment + c->first;

	return (struct cursor){
	    chains_segment(all, c, at), first, first + c->segments - 1, 0};
}

int64_t
cursor_saves(struct cursor *k, uint32_t at)
{
	if (at < k->plain_to)
		return 1;
	if (k->segment < k->last && at >= k->segment[1].start)
		k->segment++;
	if (at >= k->segment->end)
		return at == k->segment->end ? -COVER_FAULT : 0;
	k->plain_to = k->segment->end;
	return k->segment > k->first && at == k->segment[-1].end
	    ? 1 - COVER_FAULT
	    : 1;
}

int64_t
cursor_saves_all(struct cursor *k, uint32_t at, uint32_t to)
{
	int64_t sum = 0;

	while (at < to) {
		uint32_t end = k->plain_to < to ? k->plain_to : to;

		sum += at < end ? end - at : cursor_saves(k, at);
		at = at < end ? end : at + 1;
	}
	return sum;
}
