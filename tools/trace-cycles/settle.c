#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "tools/trace-cycles/settle.h"

void
settle_free(struct settled *s)
{
	free(s->group);
	free(s->group_of);
	free(s->repeat);
	free(s->faults);
	free(s->first);
	*s = (struct settled){0};
}

static const struct chain *
chain_of(const struct unsettled *u, size_t i)
{
	return &u->chains->chain[u->piece[i].chain];
}

/* Where a piece may lie: in its chain, between its neighbours. */
struct room {
	uint32_t from, to;
	uint32_t travel; /* from one to the other */
	uint32_t phase;  /* of `from` */
};

static struct room
room_of(const struct unsettled *u, size_t i)
{
	const struct chain *c = chain_of(u, i);
	uint32_t from = i ? u->piece[i - 1].end : u->from;
	uint32_t to = i + 1 < u->n ? u->piece[i + 1].start : u->to;
	struct room room = {
	    c->start > from ? c->start : from, c->end < to ? c->end : to, 0, 0};
	uint32_t before = chains_travel(u->chains, c, room.from);

	room.travel = chains_travel(u->chains, c, room.to) - before;
	room.phase = (uint32_t)(((uint64_t)c->phase + before) % c->period);
	return room;
}

/* Cuts each piece to whole periods, so that its neighbours get what is over. */
static void
cut_to_whole(const struct unsettled *u)
{
	for (size_t i = 0; i < u->n; i++) {
		const struct chain *c = chain_of(u, i);
		struct piece *p = &u->piece[i];
		uint32_t start = chains_travel(u->chains, c, p->start);
		uint32_t end = chains_travel(u->chains, c, p->end);

		end -= (end - start) % c->period;
		p->end = chains_place(u->chains, c, end, true);
	}
}

/* The pieces of each group as a list: first[group], next[piece] ... */
struct lists {
	size_t *first, *next;
	int64_t *gain; /* room for the longest period and one more */
};

/* Numbers the groups by appearance; returns the longest period. */
static uint32_t
make_groups(const struct unsettled *u, struct settled *out)
{
	uint32_t longest = 0;

	for (size_t i = 0; i < u->n; i++) {
		const struct chain *c = chain_of(u, i);
		uint32_t *group = &u->group_of_class[c->class];

		if (*group == SETTLE_NONE) {
			*group = (uint32_t)out->groups;
			out->group[out->groups++] =
			    (struct group){c->period, 0};
		}
		out->group_of[i] = *group;
		longest = c->period > longest ? c->period : longest;
	}
	for (size_t i = 0; i < u->n; i++)
		u->group_of_class[chain_of(u, i)->class] = SETTLE_NONE;
	return longest;
}

static void
make_lists(
    const struct unsettled *u, const struct settled *out, struct lists *l)
{
	for (size_t g = 0; g < out->groups; g++)
		l->first[g] = u->n;
	for (size_t i = u->n; i-- > 0;) {
		l->next[i] = l->first[out->group_of[i]];
		l->first[out->group_of[i]] = i;
	}
}

/* Adds to gain[first .. first + width], around the period. */
static void
favour(int64_t *gain, uint32_t period, uint32_t first, uint32_t width,
    int64_t much)
{
	uint32_t end;

	first = first < period ? first : first - period;
	end = first + width + 1;
	gain[first] += much;
	gain[end < period ? end : period] -= much;
	if (end > period) {
		gain[0] += much;
		gain[end - period] -= much;
	}
}

/* The phase favoured most; of equal ones the first at or behind `from`. */
static uint32_t
best_phase(int64_t *gain, uint32_t period, uint32_t from)
{
	int64_t most = INT64_MIN;
	uint32_t best = 0;

	for (uint32_t i = 1; i < period; i++)
		gain[i] += gain[i - 1];
	for (uint32_t k = 0; k < period; k++) {
		uint32_t i = from + k < period ? from + k : from + k - period;

		if (gain[i] > most) {
			most = gain[i];
			best = i;
		}
	}
	return best;
}

/*
 * With a phase `lost` symbols behind that of the room's start, what is before
 * it belongs to no repeat. A fault among these symbols speaks for such a phase,
 * as does one behind the last repeat against a later one.
 */
static void
avoid_faults(
    int64_t *gain, const struct unsettled *u, size_t i, const struct room *room)
{
	const struct chain *c = chain_of(u, i);
	uint32_t slack = room->travel % c->period;
	uint32_t base = chains_travel(u->chains, c, room->from);
	const struct segment *s = chains_segment(u->chains, c, room->from);
	const struct segment *last = chains_segment(u->chains, c, room->to);

	for (; s < last; s++) {
		uint32_t at = s->travel + (s->end - s->start) - base;
		uint32_t behind = at % c->period;

		if (at <= slack)
			favour(gain, c->period, room->phase, at, -1);
		else if (room->travel - at <= slack && behind <= slack)
			favour(gain, c->period, room->phase + behind,
			    slack - behind, -1);
	}
}

/* From a phase to another, round the root. */
static uint32_t
between(uint32_t from, uint32_t to, uint32_t period)
{
	return to >= from ? to - from : to + period - from;
}

/*
 * A repeat more counts for more than all faults. Of equal phases the first that
 * comes in the first piece is taken.
 */
static void
choose_phase(const struct unsettled *u, const struct lists *l, size_t first,
    struct group *g)
{
	uint32_t start = room_of(u, first).phase;

	memset(l->gain, 0, (g->period + 1u) * sizeof *l->gain);
	for (size_t i = first; i < u->n; i = l->next[i]) {
		struct room room = room_of(u, i);

		favour(l->gain, g->period, room.phase, room.travel % g->period,
		    (int64_t)1 << 32);
		avoid_faults(l->gain, u, i, &room);
	}
	g->phase = best_phase(l->gain, g->period, start);
}

int
settle_phases(const struct unsettled *u, struct settled *out)
{
	struct lists l = {malloc((u->n + 1) * sizeof *l.first),
	    malloc((u->n + 1) * sizeof *l.next), NULL};
	uint32_t longest;
	int rc = -1;

	*out = (struct settled){0};
	out->group = malloc((u->n + 1) * sizeof *out->group);
	out->group_of = malloc((u->n + 1) * sizeof *out->group_of);
	out->first = malloc((u->n + 1) * sizeof *out->first);
	if (out->group && out->group_of && out->first && l.first && l.next) {
		longest = make_groups(u, out);
		l.gain = malloc((longest + 1u) * sizeof *l.gain);
	}
	if (l.gain) {
		cut_to_whole(u);
		make_lists(u, out, &l);
		for (size_t g = 0; g < out->groups; g++)
			choose_phase(u, &l, l.first[g], &out->group[g]);
		rc = 0;
	}
	free(l.first);
	free(l.next);
	free(l.gain);
	return rc;
}

/* How many symbols of [start, end) are in segments of the chain. */
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

		sum += end > start ? end - start : 0;
	}
	return sum;
}

static int
add_repeat(struct settled *out, struct repeat r, uint32_t faults)
{
	struct repeat *grown =
	    array_grow(out->repeat, &out->cap, out->repeats + 1, sizeof r);
	uint32_t *grown_faults = array_grow(
	    out->faults, &out->faults_cap, out->repeats + 1, sizeof faults);

	out->repeat = grown ? grown : out->repeat;
	out->faults = grown_faults ? grown_faults : out->faults;
	if (!grown || !grown_faults)
		return -1;
	out->repeat[out->repeats] = r;
	out->faults[out->repeats++] = faults;
	return 0;
}

/* One repeat, from and to so much travel in the room; left out if too faulty.
 */
static int
try_repeat(const struct unsettled *u, size_t i, const struct room *room,
    int64_t from, int64_t to, struct settled *out)
{
	const struct chain *c = chain_of(u, i);
	uint32_t base = chains_travel(u->chains, c, room->from);
	uint32_t length, faults, start, end;
	struct piece *p = &u->piece[i];

	from = from > 0 ? from : 0;
	to = to < room->travel ? to : room->travel;
	start = chains_place(u->chains, c, base + (uint32_t)from, false);
	end = chains_place(u->chains, c, base + (uint32_t)to, true);
	start = start > room->from ? start : room->from;
	length = end - start > c->period ? end - start : c->period;
	faults = length - fitting(u, c, (struct repeat){start, end});
	if (faults > chains_tolerated(c->period))
		return 0;
	if (out->repeats == out->first[i])
		p->start = start;
	p->end = end;
	return add_repeat(out, (struct repeat){start, end}, faults);
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
	struct room room = room_of(u, i);
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
	out->repeats = 0;
	for (size_t i = 0; i < u->n; i++) {
		out->first[i] = out->repeats;
		if (repeat_piece(u, i, out))
			return -1;
	}
	out->first[u->n] = out->repeats;
	return 0;
}
