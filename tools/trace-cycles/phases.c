#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/room.h"
#include "tools/trace-cycles/settle.h"

/* Cuts each piece to whole periods, so that its neighbours get what is over. */
static void
cut_to_whole(const struct unsettled *u)
{
	for (size_t i = 0; i < u->n; i++) {
		const struct chain *c = unsettled_chain(u, i);
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
		const struct chain *c = unsettled_chain(u, i);
		uint32_t *group = &u->group_of_class[c->class];

		if (*group == SETTLE_NONE) {
			*group = (uint32_t)out->groups;
			out->group[out->groups++] =
			    (struct group){.period = c->period};
		}
		out->group_of[i] = *group;
		longest = c->period > longest ? c->period : longest;
	}
	for (size_t i = 0; i < u->n; i++)
		u->group_of_class[unsettled_chain(u, i)->class] = SETTLE_NONE;
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
 * With a phase `at` symbols behind that of the zone's start, what is before it
 * belongs to no repeat. A fault among these symbols speaks for such a phase, as
 * does one behind the last repeat against a later one.
 */
static void
avoid_faults(int64_t *gain, const struct chains *all, const struct chain *c,
    const struct room *zone)
{
	uint32_t slack = zone->travel % c->period;
	uint32_t base = chains_travel(all, c, zone->from);
	const struct segment *s = chains_segment(all, c, zone->from);
	const struct segment *last = chains_segment(all, c, zone->to);

	for (; s < last; s++) {
		uint32_t at = s->travel + (s->end - s->start) - base;
		uint32_t behind = at % c->period;

		if (at <= slack)
			favour(gain, c->period, zone->phase, at, -1);
		else if (zone->travel - at <= slack && behind <= slack)
			favour(gain, c->period, zone->phase + behind,
			    slack - behind, -1);
	}
}

/*
 * Favours the phases with which a piece has most repeats; one repeat counts for
 * more than all faults.
 */
static void
favour_piece(const struct unsettled *u, size_t i, int64_t *gain)
{
	const struct chain *c = unsettled_chain(u, i);
	struct room room = room_of(u->chains, u->piece, u->n, i), zone;
	bool first = true;

	for (; room_next_zone(u->chains, c, &room, &zone, first);
	     first = false) {
		if (zone.travel < c->period)
			continue;
		favour(gain, c->period, zone.phase, zone.travel % c->period,
		    (int64_t)1 << 32);
		avoid_faults(gain, u->chains, c, &zone);
	}
}

/* Of equal phases the first that comes in the first piece is taken. */
static void
choose_phase(const struct unsettled *u, const struct lists *l, size_t first,
    struct group *g)
{
	struct room room = room_of(u->chains, u->piece, u->n, first);

	memset(l->gain, 0, (g->period + 1u) * sizeof *l->gain);
	for (size_t i = first; i < u->n; i = l->next[i])
		favour_piece(u, i, l->gain);
	g->phase = best_phase(l->gain, g->period, room.phase);
}

int
settle_phases(const struct unsettled *u, struct settled *out)
{
	struct lists l = {calloc(u->n + 1, sizeof *l.first),
	    calloc(u->n + 1, sizeof *l.next), NULL};
	uint32_t longest;
	int rc = -1;

	*out = (struct settled){0};
	out->group = calloc(u->n + 1, sizeof *out->group);
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
