#include <stdlib.h>

#include "common/bytes/buf.h"
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

/* How far the text around a repeat repeats it without a fault. */
static struct repeat
exact_around(const struct text *t, struct repeat r, struct repeat room)
{
	uint32_t end = r.end + (uint32_t)text_ahead(t, r.start, r.end);
	uint32_t start = r.start -
	    (uint32_t)text_behind(t, r.start, r.end, r.start - room.start);

	return (struct repeat){start, end < room.end ? end : room.end};
}

/*
 * What a stretch takes up: its repeats, and around them what fits, but no part
 * of what stands for something else.
 */
static void
take_up(const struct level *l, struct repeat fits, struct repeat repeats,
    struct stretch_found *f)
{
	uint32_t start = level_from(l, fits.start);
	uint32_t end = level_to(l, fits.end);

	start = start < repeats.start ? start : repeats.start;
	end = end > repeats.end ? end : repeats.end;
	f->start = start < f->start ? start : f->start;
	f->end = end > f->end ? end : f->end;
}

static uint32_t
least_faults(const struct repeats *all, const struct stretch_found *f)
{
	uint32_t least = all->faults[f->first];

	for (size_t i = f->first + 1; i < f->first + f->repeats; i++)
		least = all->faults[i] < least ? all->faults[i] : least;
	return least;
}

/*
 * Repetition without a fault is counted in kernels, on to where it ends: a step
 * that begins amid its layers is whole when the layers at its end make up for
 * it. At an end of the text the first repeat or the last may be cut short, so
 * it is one amid them that tells the period.
 */
static int
count_exact(const struct level *l, struct repeat room, struct collection *out,
    struct stretch_found *f)
{
	struct repeats *all = &out->repeats;
	struct repeat like = all->list[f->first + (f->repeats - 1) / 2];
	struct repeat fits = exact_around(l->kernels, like, room);
	uint32_t first = all->list[f->first].start, start = fits.start;
	uint32_t length = all->list[all->n - 1].end - first;
	uint32_t p = like.end - like.start, whole = (fits.end - start) / p;
	bool equal = length == f->repeats * p;
	uint32_t faults = equal ? 0 : least_faults(all, f);

	if (first < fits.start || first + length > fits.end ||
	    whole < f->repeats)
		return 0;
	if (!equal &&
	    ((length - 1) / p + 1 != f->repeats ||
		(fits.start > 0 && fits.end < l->kernels->n)))
		return 0;
	if ((fits.end - (start + (first - start) % p)) / p == whole)
		start += (first - start) % p;
	take_up(l, fits, (struct repeat){start, start + whole * p}, f);
	all->n = f->first;
	for (f->repeats = 0; f->repeats < whole; f->repeats++, start += p)
		if (repeats_add(all, (struct repeat){start, start + p}, faults))
			return -1;
	return 0;
}

/*
 * Whether a symbol stands for repeats that those of a piece may not cut, as
 * these are not twice as long.
 */
static bool
is_barrier(const struct collector *c, uint32_t symbol, uint32_t length)
{
	uint32_t found = level_found(c->level, symbol);
	const struct stretch_found *f;
	struct repeat r;

	if (found == LEVEL_NONE)
		return false;
	f = &c->before->found[found];
	r = c->before->repeats.list[f->first];
	return r.end - r.start >= length / 2;
}

/* The kernels that are left to a piece by that before it and that behind it. */
static struct repeat
room_of_piece(
    const struct collector *c, size_t piece, const struct collection *out)
{
	const struct round_piece *p = &c->round->piece[piece];
	const struct repeat *r = c->round->repeats.list + p->first;
	struct repeat symbols = {r[0].start, r[p->repeats - 1].end};
	uint32_t length =
	    level_at(c->level, r->end) - level_at(c->level, r->start);
	uint32_t least = out->n ? out->found[out->n - 1].end : 0;
	uint32_t most = (uint32_t)c->level->n;

	if (piece + 1 < c->round->n)
		most = p[1].start;
	while (symbols.start > 0 && level_at(c->level, symbols.start) > least &&
	    !is_barrier(c, symbols.start - 1, length))
		symbols.start--;
	while (symbols.end < most && !is_barrier(c, symbols.end, length))
		symbols.end++;
	symbols = level_kernels(c->level, symbols);
	symbols.start = symbols.start > least ? symbols.start : least;
	return symbols;
}

static int
collect_piece(const struct collector *c, size_t piece, struct collection *out)
{
	const struct round_piece *p = &c->round->piece[piece];
	struct repeat room;
	struct stretch_found f = {level_at(c->level, p->start),
	    level_at(c->level, p->end), c->first_cycle + p->group,
	    out->repeats.n, 0, 0};

	if (add_repeats(c, piece, out))
		return -1;
	f.repeats = out->repeats.n - f.first;
	if (f.repeats == 0)
		return 0;
	room = room_of_piece(c, piece, out);
	if (c->level->symbol && count_exact(c->level, room, out, &f))
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
