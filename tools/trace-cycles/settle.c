#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/room.h"
#include "tools/trace-cycles/settle.h"
#include "tools/trace-cycles/usual.h"

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

/*
 * Adds a repeat of a piece, unless too many strays are in it. For now its
 * faults are these.
 */
static int
try_repeat(
    const struct unsettled *u, size_t i, struct repeat r, struct settled *out)
{
	const struct chain *c = unsettled_chain(u, i);
	uint32_t strays = text_kernels(u->text, r.start, r.end);
	struct piece *p = &u->piece[i];

	strays -= fitting(u, c, r);
	if (strays > chains_tolerated(c->kernels))
		return 0;
	if (out->repeats.n == out->first[i])
		p->start = r.start;
	p->end = r.end;
	return repeats_add(&out->repeats, r, strays);
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

/* How long the repeats of each group usually are. */
static int
find_usual(const struct unsettled *u, struct settled *out)
{
	const struct repeats *r = &out->repeats;
	struct length *all = malloc((r->n + 1) * sizeof *all);
	uint32_t *usual = calloc(out->groups + 1u, sizeof *usual);

	for (size_t i = 0; i < u->n && all && usual; i++)
		for (size_t k = out->first[i]; k < out->first[i + 1]; k++)
			all[k] = (struct length){out->group_of[i],
			    text_kernels(
				u->text, r->list[k].start, r->list[k].end)};
	if (all && usual) {
		usual_lengths(all, r->n, usual);
		for (size_t g = 0; g < out->groups; g++)
			out->group[g].usual = usual[g];
	}
	free(all);
	free(usual);
	return all && usual ? 0 : -1;
}

/* All that does not fit: strays, and what is there too little or too much. */
static void
count_faults(const struct unsettled *u, const struct repeat *r,
    uint32_t *faults, struct group *g)
{
	uint32_t strays = *faults;
	uint32_t fit = text_kernels(u->text, r->start, r->end) - strays;
	uint32_t off = fit < g->usual ? g->usual - fit : fit - g->usual;

	*faults = strays > off ? strays : off;
	if (*faults <= chains_tolerated(g->usual)) {
		g->repeats++;
		g->alike += fit;
	} else {
		*faults = strays == 0 ? SETTLE_UNLIKE : SETTLE_NONE;
		g->unlike += strays == 0 ? fit : 0;
	}
}

/*
 * Whether a group is no cycle. Requests of five steps and of fifty are one and
 * the same in symbols: if those that are unlike others take up more than one
 * third, none are taken for repeats.
 */
static bool
is_loose(const struct unsettled *u, const struct group *g)
{
	return g->repeats < 2 || g->unlike > g->alike / 2 ||
	    g->usual > u->longest;
}

static bool
is_frayed(const struct group *g, uint32_t faults)
{
	return faults == SETTLE_NONE ||
	    (faults != SETTLE_UNLIKE && faults > chains_at_end(g->usual));
}

/* Keeps those repeats [from, to) of a group that are like others. */
static size_t
keep(const struct group *g, struct repeats *r, size_t from, size_t to, size_t n)
{
	if (g->loose)
		return n;
	while (from < to && is_frayed(g, r->faults[from]))
		from++;
	while (from < to && is_frayed(g, r->faults[to - 1]))
		to--;
	for (; from < to; from++)
		if (r->faults[from] != SETTLE_NONE) {
			r->list[n] = r->list[from];
			r->faults[n++] = r->faults[from];
		}
	return n;
}

static void
judge_repeats(const struct unsettled *u, struct settled *out)
{
	struct repeats *r = &out->repeats;
	size_t n = 0;

	for (size_t i = 0; i < u->n; i++)
		for (size_t k = out->first[i]; k < out->first[i + 1]; k++)
			count_faults(u, &r->list[k], &r->faults[k],
			    &out->group[out->group_of[i]]);
	for (size_t g = 0; g < out->groups; g++)
		out->group[g].loose = is_loose(u, &out->group[g]);
	for (size_t i = 0; i < u->n; i++) {
		size_t from = out->first[i];

		out->first[i] = n;
		n = keep(&out->group[out->group_of[i]], r, from,
		    out->first[i + 1], n);
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
	if (find_usual(u, out))
		return -1;
	judge_repeats(u, out);
	return 0;
}
