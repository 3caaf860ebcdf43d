#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/room.h"
#include "tools/trace-cycles/settle.h"

void
settle_free(struct settled *s)
{
	free(s->group);
	free(s->group_of);
	repeats_free(&s->repeats);
	free(s->first);
	*s = (struct settled){0};
}

/* From a phase to another, round the root. */
static uint32_t
between(uint32_t from, uint32_t to, uint32_t period)
{
	return to >= from ? to - from : to + period - from;
}

/* How many kernels of a repeat are in segments of the chain. */
static uint32_t
fitting(const struct unsettled *u, const struct chain *c, struct repeat r)
{
	const struct segment *s = chains_segment(u->chains, c, r.start);
	const struct segment *behind =
	    u->chains->segment + c->first + c->segments;
	uint32_t sum = 0;

	for (; s < behind && s->start < r.end; s++) {
		uint32_t start = s->start > r.start ? s->start : r.start;
		uint32_t end = s->end < r.end ? s->end : r.end;

		if (end > start)
			sum += text_kernels(u->text, start, end);
	}
	return sum;
}

/*
 * One repeat, from and to so much travel in the room; left out if too faulty.
 */
static int
try_repeat(const struct unsettled *u, size_t i, const struct room *room,
    int64_t from, int64_t to, struct settled *out)
{
	const struct chain *c = unsettled_chain(u, i);
	uint32_t base = chains_travel(u->chains, c, room->from);
	uint32_t length, faults, start, end;
	struct piece *p = &u->piece[i];

	from = from > 0 ? from : 0;
	to = to < room->travel ? to : room->travel;
	start = chains_place(u->chains, c, base + (uint32_t)from, false);
	end = chains_place(u->chains, c, base + (uint32_t)to, true);
	start = start > room->from ? start : room->from;
	length = text_kernels(u->text, start, end);
	length = length > c->kernels ? length : c->kernels;
	faults = length - fitting(u, c, (struct repeat){start, end});
	if (faults > chains_tolerated(c->kernels))
		return 0;
	if (out->repeats.n == out->first[i])
		p->start = start;
	p->end = end;
	return repeats_add(&out->repeats, (struct repeat){start, end}, faults);
}

/*
 * The repeats of one piece, which then reaches from the first to the last.
 * Where something else begins, the first and the last may lack as much as any
 * other.
 */
static int
repeat_piece(const struct unsettled *u, size_t i, struct settled *out)
{
	const struct group *g = &out->group[out->group_of[i]];
	struct room room = room_of(u->chains, u->piece, u->n, i);
	int64_t lack = chains_tolerated(g->period), on, end = room.travel;
	struct piece *p = &u->piece[i];

	p->start = p->end = room.from;
	on = (int64_t)between(room.phase, g->phase, g->period);
	if (room.from > u->from && on >= g->period - lack)
		on -= g->period;
	if (room.to < u->to)
		end += lack;
	for (; on + g->period <= end; on += g->period)
		if (try_repeat(u, i, &room, on, on + g->period, out))
			return -1;
	return 0;
}

int
settle_repeats(const struct unsettled *u, struct settled *out)
{
	out->repeats.n = 0;
	for (size_t i = 0; i < u->n; i++) {
		out->first[i] = out->repeats.n;
		if (repeat_piece(u, i, out))
			return -1;
	}
	out->first[u->n] = out->repeats.n;
	return 0;
}
