#include <stdlib.h>

#include "common/buf.h"
#include "tools/trace-cycles/collect.h"

/* How much is wrong with what some symbols stand for. */
static uint32_t
damage_inside(const struct collector *c, struct repeat r)
{
	uint32_t sum = 0;

	for (uint32_t i = r.start; i < r.end; i++)
		if (level_found(c->level, i) != LEVEL_NONE)
			sum +=
			    c->before->found[level_found(c->level, i)].damage;
	return sum;
}

static int
add_repeats(const struct collector *c, size_t piece, struct collection *out)
{
	const struct round *r = c->round;
	const struct round_piece *p = &r->piece[piece];

	for (size_t i = p->first; i < p->first + p->repeats; i++) {
		struct repeat symbols = r->repeats.list[i];

		if (repeats_add(&out->repeats, level_kernels(c->level, symbols),
			r->repeats.faults[i] + damage_inside(c, symbols)))
			return -1;
	}
	return 0;
}

uint32_t
collect_damage(const struct collection *c, const struct stretch_found *f)
{
	uint32_t damage = f->end - f->start;

	for (size_t i = f->first; i < f->first + f->repeats; i++) {
		struct repeat r = c->repeats.list[i];

		damage += c->repeats.faults[i];
		damage -= r.end - r.start;
	}
	return damage;
}

int
collect_add(struct collection *c, struct stretch_found f)
{
	struct stretch_found *grown =
	    array_grow(c->found, &c->cap, c->n + 1, sizeof f);

	if (!grown)
		return -1;
	c->found = grown;
	c->found[c->n++] = f;
	return 0;
}

/*
 * Repetition without a fault is counted in kernels, on to where it ends: a step
 * that begins amid its layers is whole when the layers at its end make up for
 * it.
 */
static int
count_exact(const struct text *t, struct repeat room, struct collection *out,
    struct stretch_found *f)
{
	struct repeats *all = &out->repeats;
	struct repeat first = all->list[f->first];
	struct repeat last = all->list[all->n - 1];
	uint32_t p = first.end - first.start, whole;
	uint32_t start = first.start -
	    (uint32_t)text_behind(
		t, first.start, first.end, first.start - room.start);
	uint32_t end =
	    first.end + (uint32_t)text_ahead(t, first.start, first.end);

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

/* The kernels that are left to a piece by that before it and that behind it. */
static struct repeat
room_of_piece(
    const struct collector *c, size_t piece, const struct collection *out)
{
	const struct round *r = c->round;
	uint32_t to = (uint32_t)c->level->n;

	if (piece + 1 < r->n)
		to = r->piece[piece + 1].start;
	return (struct repeat){
	    out->n ? out->found[out->n - 1].end : 0, level_at(c->level, to)};
}

static int
collect_piece(const struct collector *c, size_t piece, struct collection *out)
{
	const struct round_piece *p = &c->round->piece[piece];
	struct repeat room = room_of_piece(c, piece, out);
	struct stretch_found f = {level_at(c->level, p->start),
	    level_at(c->level, p->end), c->first_cycle + p->group,
	    out->repeats.n, 0, 0};

	if (add_repeats(c, piece, out))
		return -1;
	f.repeats = out->repeats.n - f.first;
	if (f.repeats == 0)
		return 0;
	if (c->level->symbol && count_exact(c->level->kernels, room, out, &f))
		return -1;
	f.start = f.start > room.start ? f.start : room.start;
	f.damage = collect_damage(out, &f);
	return collect_add(out, f);
}

int
collect_round(const struct collector *c, struct collection *out)
{
	*out = (struct collection){0};
	for (size_t i = 0; i < c->round->n; i++)
		if (collect_piece(c, i, out))
			return -1;
	return 0;
}

void
collect_free(struct collection *all)
{
	free(all->found);
	repeats_free(&all->repeats);
}
