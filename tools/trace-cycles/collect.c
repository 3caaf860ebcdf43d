#include <stdlib.h>

#include "common/buf.h"
#include "tools/trace-cycles/collect.h"
#include "tools/trace-cycles/usual.h"

/* How much is wrong with what some symbols stand for. */
static uint32_t
damage_inside(const struct collector *c, struct repeat r)
{
	uint32_t sum = 0;

	for (uint32_t i = r.start; i < r.end; i++)
		if (level_found(c->level, i) != LEVEL_NONE)
			sum += c->all->found[level_found(c->level, i)].damage;
	return sum;
}

/* The repeats of a piece that are about as long as usual. */
static int
add_repeats(const struct collector *c, size_t piece)
{
	const struct round *r = c->round;
	const struct round_piece *p = &r->piece[piece];
	uint32_t usual = c->usual[p->group];

	for (size_t i = p->first; usual && i < p->first + p->repeats; i++) {
		struct repeat symbols = r->repeats.list[i];
		struct repeat k = level_kernels(c->level, symbols);
		uint32_t faults =
		    r->repeats.faults[i] + damage_inside(c, symbols);

		if (usual_is(k.end - k.start, usual) &&
		    repeats_add(&c->all->repeats, k, faults))
			return -1;
	}
	return 0;
}

/* How much is wrong with a stretch itself. */
static uint32_t
damage_of(const struct collector *c, const struct stretch_found *f)
{
	uint32_t damage = f->end - f->start;

	for (size_t i = f->first; i < f->first + f->repeats; i++) {
		struct repeat r = c->all->repeats.list[i];

		damage += c->all->repeats.faults[i];
		damage -= r.end - r.start;
	}
	return damage;
}

/*
 * Repetition without a fault is counted in kernels, on to where it ends: a step
 * that begins amid its layers is whole when the layers at its end make up for
 * it.
 */
static int
count_exact(
    const struct collector *c, struct stretch_found *f, struct repeat room)
{
	struct repeats *all = &c->all->repeats;
	struct repeat first = all->list[f->first];
	struct repeat last = all->list[all->n - 1];
	uint32_t p = first.end - first.start, whole;
	uint32_t start = first.start -
	    (uint32_t)text_behind(c->level->kernels, first.start, first.end,
		first.start - room.start);
	uint32_t end = first.end +
	    (uint32_t)text_ahead(c->level->kernels, first.start, first.end);

	end = end < room.end ? end : room.end;
	if (last.end > end || last.end - first.start != f->repeats * p)
		return 0;
	f->start = start < f->start ? start : f->start;
	f->end = end > f->end ? end : f->end;
	whole = (end - start) / p;
	if ((end - (start + (first.start - start) % p)) / p == whole)
		start += (first.start - start) % p;
	all->n = f->first;
	for (f->repeats = 0; f->repeats < whole; f->repeats++, start += p)
		if (repeats_add(all, (struct repeat){start, start + p}, 0))
			return -1;
	return 0;
}

int
collect_piece(const struct collector *c, size_t piece, struct repeat room)
{
	struct collection *all = c->all;
	const struct round_piece *p = &c->round->piece[piece];
	struct stretch_found f = {level_at(c->level, p->start),
	    level_at(c->level, p->end), c->first_cycle + p->group,
	    all->repeats.n, 0, 0};
	struct stretch_found *grown;

	if (add_repeats(c, piece))
		return -1;
	f.repeats = all->repeats.n - f.first;
	if (f.repeats == 0)
		return 0;
	if (c->level->symbol && count_exact(c, &f, room))
		return -1;
	f.damage = damage_of(c, &f);
	grown = array_grow(all->found, &all->cap, all->n + 1, sizeof f);
	if (!grown)
		return -1;
	all->found = grown;
	all->found[all->n++] = f;
	return 1;
}

void
collect_free(struct collection *all)
{
	free(all->found);
	repeats_free(&all->repeats);
}
