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

/* The symbols of a repeat, from and to so much travel in the room. */
static struct repeat
symbols_of(const struct unsettled *u, const struct chain *c,
    const struct room *room, int64_t from, int64_t to)
{
	uint32_t base = chains_travel(u->chains, c, room->from);
	struct repeat r;

	from = from > 0 ? from : 0;
	to = to < room->travel ? to : room->travel;
	r.start = chains_place(u->chains, c, base + (uint32_t)from, false);
	r.end = chains_place(u->chains, c, base + (uint32_t)to, true);
	r.start = r.start > room->from ? r.start : room->from;
	return r;
}

/* Adds a repeat of a piece, unless it is too faulty. */
static int
try_repeat(
    const struct unsettled *u, size_t i, struct repeat r, struct settled *out)
{
	const struct chain *c = unsettled_chain(u, i);
	struct group *g = &out->group[out->group_of[i]];
	uint32_t length = text_kernels(u->text, r.start, r.end);
	uint32_t fit = fitting(u, c, r), faults;
	struct piece *p = &u->piece[i];

	faults = (length > c->kernels ? length : c->kernels) - fit;
	if (faults > chains_tolerated(c->kernels)) {
		if (fit < length)
			return 0;
		faults = SETTLE_UNLIKE;
	}
	if (out->repeats.n == out->first[i])
		p->start = r.start;
	p->end = r.end;
	g->alike += faults != SETTLE_UNLIKE;
	g->unlike += faults == SETTLE_UNLIKE;
	return repeats_add(&out->repeats, r, faults);
}

/*
 * The repeats of one piece, which then reaches from the first to the last.
 * Where something else begins, the first and the last
 * may lack as much as any other.
 */
static int
repeat_piece(const struct unsettled *u, size_t i, struct settled *out)
{
	const struct group *g = &out->group[out->group_of[i]];
	const struct chain *c = unsettled_chain(u, i);
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
		if (try_repeat(
			u, i, symbols_of(u, c, &room, on, on + g->period), out))
			return -1;
	return 0;
}

/*
 * Requests of five steps and of fifty are one and the same in symbols. If more
 * than one in three is unlike others, none are taken for repeats.
 */
static void
drop_loose(const struct unsettled *u, struct settled *out)
{
	struct repeats *r = &out->repeats;
	size_t n = 0;

	for (size_t i = 0; i < u->n; i++) {
		const struct group *g = &out->group[out->group_of[i]];
		size_t k = out->first[i], end = out->first[i + 1];

		out->first[i] = n;
		if (g->unlike > g->alike / 2)
			continue;
		for (; k < end; k++, n++) {
			r->list[n] = r->list[k];
			r->faults[n] = r->faults[k];
		}
	}
	out->first[u->n] = r->n = n;
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
	drop_loose(u, out);
	return 0;
}
