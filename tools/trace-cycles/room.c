#include "tools/trace-cycles/room.h"

/* The part of a chain from one symbol to another. */
static struct room
make_room(
    const struct chains *all, const struct chain *c, uint32_t from, uint32_t to)
{
	uint32_t before = chains_travel(all, c, from);

	return (struct room){from, to, chains_travel(all, c, to) - before,
	    (uint32_t)(((uint64_t)c->phase + before) % c->period)};
}

struct room
room_of(const struct chains *all, const struct piece *piece, size_t n, size_t i)
{
	const struct piece *p = &piece[i];
	uint32_t from = p->least, to = p->most;

	if (i > 0 && p[-1].end > from)
		from = p[-1].end;
	if (i + 1 < n && p[1].start < to)
		to = p[1].start;
	return make_room(all, &all->chain[p->chain], from, to);
}

bool
room_next_zone(const struct chains *all, const struct chain *c,
    const struct room *room, struct room *zone, bool first)
{
	const struct segment *last = chains_segment(all, c, room->to), *s, *w;
	uint32_t from = room->from, faults = 0;

	s = chains_segment(all, c, first ? room->from : zone->to - 1);
	if (!first) {
		if (s >= last || zone->to == room->to)
			return false;
		from = (++s)->start;
	}
	for (w = s; s < last; s++) {
		faults += s[1].fault;
		while (s[1].travel - w[1].travel > c->period)
			faults -= (++w)->fault;
		if (faults > chains_tolerated(c->kernels))
			break;
	}
	*zone = make_room(all, c, from, s->end < room->to ? s->end : room->to);
	return true;
}
