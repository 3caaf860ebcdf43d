#include <stdlib.h>

#include "tools/trace-cycles/chains.h"
#include "tools/trace-cycles/collapse.h"
#include "tools/trace-cycles/mend.h"
#include "tools/trace-cycles/yield.h"

/* Adds the repeats of a stretch, or the stretch if these are not mended. */
static int
add_stretch(struct instances *all, const struct collection *c, size_t found)
{
	const struct stretch_found *f = &c->found[found];
	struct instance o = {.cycle = f->cycle,
	    .stretch = all->stretches++,
	    .in_row = (uint32_t)f->repeats};
	const struct repeat *r = c->repeats.list + f->first;
	size_t parts = f->repeats;

	if (chains_tolerated(r->end - r->start) == 0) {
		o.whole = true;
		parts = 1;
	}
	for (size_t i = 0; i < parts; i++) {
		o.start = r[i].start;
		o.end = o.whole ? r[f->repeats - 1].end : r[i].end;
		o.faults = c->repeats.faults[f->first + i];
		if (instances_add(all, o))
			return -1;
	}
	return 0;
}

/* What the symbols of the level stand for. */
static int
list_found(
    const struct level *l, const struct collection *all, struct instances *out)
{
	for (size_t i = 0; i < l->n && l->found; i++) {
		const struct stretch_found *f;
		struct instance o;

		if (l->found[i] == LEVEL_NONE)
			continue;
		f = &all->found[l->found[i]];
		o = (struct instance){
		    .start = all->repeats.list[f->first].start,
		    .end = all->repeats.list[f->first + f->repeats - 1].end,
		    .cycle = f->cycle,
		    .in_row = (uint32_t)f->repeats};
		if (instances_add(out, o))
			return -1;
	}
	return 0;
}

/* Adds what an instance stands for to the list of all repeats. */
static int
add_repeats(
    const struct collapse *c, const struct instance *o, struct repeats *all)
{
	const struct repeats *from = &c->fresh->repeats;
	const struct stretch_found *f;

	if (!o->whole)
		return repeats_add(
		    all, (struct repeat){o->start, o->end}, o->faults);
	f = &c->fresh->found[o->stretch];
	for (size_t i = f->first; i < f->first + f->repeats; i++)
		if (repeats_add(all, from->list[i], from->faults[i]))
			return -1;
	return 0;
}

/*
 * Whether an instance stands in one row with that before it. Strays may be
 * between them, but nothing that is as long as a repeat.
 */
static bool
is_in_row(const struct instance *before, const struct instance *o)
{
	uint32_t gap = o->start - before->end, length = o->end - o->start;

	return before->cycle == o->cycle &&
	    (gap == 0 ||
		(before->stretch == o->stretch &&
		    gap < length - chains_tolerated(length)));
}

/*
 * What the row of instances [from, to) takes up: also the broken repeats at the
 * ends of the stretches that it came from, as far as other rows leave room.
 */
static struct repeat
space_of(const struct collapse *c, const struct instances *in, size_t from,
    size_t to)
{
	const struct instance *a = &in->list[from], *b = &in->list[to - 1];
	const struct stretch_found *found = c->fresh->found;
	struct repeat space = {a->start, b->end};

	if (a->stretch < c->fresh->n && found[a->stretch].start < a->start &&
	    (from == 0 || a[-1].stretch != a->stretch))
		space.start = found[a->stretch].start;
	if (b->stretch < c->fresh->n && found[b->stretch].end > b->end &&
	    (to == in->n || b[1].stretch != b->stretch))
		space.end = found[b->stretch].end;
	if (to < in->n && b[1].start < space.end)
		space.end = b[1].start;
	return space;
}

/* Adds the row of instances [from, to). */
static int
add_row(const struct collapse *c, const struct instances *in, size_t from,
    size_t to, struct collection *all)
{
	struct repeat space = space_of(c, in, from, to);
	struct stretch_found f = {
	    space.start, space.end, in->list[from].cycle, all->repeats.n, 0, 0};

	if (from > 0 && all->found[all->n - 1].end > f.start)
		f.start = all->found[all->n - 1].end;
	for (size_t i = from; i < to; i++)
		if (add_repeats(c, &in->list[i], &all->repeats))
			return -1;
	f.repeats = all->repeats.n - f.first;
	f.damage = collect_damage(all, &f);
	return collect_add(all, f);
}

static int
add_rows(const struct collapse *c, const struct instances *in,
    struct collection *all)
{
	for (size_t i = 0, end; i < in->n; i = end) {
		end = i + 1;
		while (end < in->n &&
		    is_in_row(&in->list[end - 1], &in->list[end]))
			end++;
		if (add_row(c, in, i, end, all))
			return -1;
	}
	return 0;
}

/* On the way from one level to the next; `to` is NULL while it counts. */
struct copier {
	const struct level *from;
	struct level *to;
	struct collection *all;
	size_t at, n; /* symbols passed, and symbols made */
};

static void
put(struct copier *c, uint32_t symbol, uint32_t at, uint32_t found)
{
	if (c->to)
		level_add(c->to, symbol, at, found);
	c->n++;
}

static void
put_kernels(struct copier *c, uint32_t from, uint32_t to)
{
	for (; from < to; from++)
		put(c, c->from->kernels->symbol[from], from, LEVEL_NONE);
}

/* The repeats of a stretch that are whole within kernels [a, b). */
static struct stretch_found
part_of(const struct collection *all, struct stretch_found f, uint32_t a,
    uint32_t b)
{
	const struct repeat *r = all->repeats.list;
	size_t end = f.first + f.repeats;

	while (f.first < end && r[f.first].start < a)
		f.first++;
	while (end > f.first && r[end - 1].end > b)
		end--;
	f.repeats = end - f.first;
	if (f.repeats) {
		f.start = r[f.first].start;
		f.end = r[end - 1].end;
		f.damage = collect_damage(all, &f);
	}
	return f;
}

/* Of a symbol that is cut what is in [a, b): whole repeats, and kernels. */
static int
put_part(struct copier *c, size_t i, uint32_t a, uint32_t b)
{
	uint32_t found = level_found(c->from, i);
	struct stretch_found f;

	if (found == LEVEL_NONE)
		return 0;
	f = part_of(c->all, c->all->found[found], a, b);
	if (f.repeats == 0) {
		put_kernels(c, a, b);
		return 0;
	}
	put_kernels(c, a, f.start);
	put(c, level_symbol(c->from, i), f.start, (uint32_t)c->all->n);
	put_kernels(c, f.end, b);
	return c->to ? collect_add(c->all, f) : 0;
}

/* Copies what stands for kernels [a, b). */
static int
copy(struct copier *c, uint32_t a, uint32_t b)
{
	const struct level *l = c->from;

	while (c->at < l->n && level_at(l, c->at + 1) <= a)
		c->at++;
	for (; c->at < l->n && level_at(l, c->at) < b; c->at++) {
		uint32_t start = level_at(l, c->at);
		uint32_t end = level_at(l, c->at + 1);

		if (start >= a && end <= b)
			put(c, level_symbol(l, c->at), start,
			    level_found(l, c->at));
		else if (put_part(c, c->at, start > a ? start : a,
			     end < b ? end : b))
			return -1;
		if (end > b)
			return 0;
	}
	return 0;
}

/* The next level, with a symbol for each of the stretches [first, to). */
static int
make_level(
    const struct collapse *how, size_t first, size_t to, struct copier *c)
{
	uint32_t done = 0;

	for (size_t i = first; i < to; i++) {
		struct stretch_found f = c->all->found[i];

		if (copy(c, done, f.start))
			return -1;
		put(c, how->first_symbol + f.cycle, f.start, (uint32_t)i);
		done = f.end;
	}
	return copy(c, done, (uint32_t)how->level->kernels->n);
}

static int
make_next(const struct collapse *how, struct collection *all, size_t first,
    struct level *next)
{
	struct copier count = {.from = how->level, .all = all};
	struct copier copier = {.from = how->level, .to = next, .all = all};
	size_t to = all->n;

	if (make_level(how, first, to, &count) ||
	    level_init(next, how->level->kernels, count.n) ||
	    make_level(how, first, to, &copier))
		return -1;
	next->at[next->n] = (uint32_t)how->level->kernels->n;
	return 0;
}

int64_t
collapse_round(
    const struct collapse *c, struct collection *all, struct level *next)
{
	struct instances in = {.cycles = c->cycles}, found = {0};
	size_t first = all->n, rows = 0;
	int rc = 0;

	*next = (struct level){0};
	for (size_t i = 0; i < c->fresh->n && rc == 0; i++)
		rc = add_stretch(&in, c->fresh, i);
	if (rc == 0)
		rc = mend_find(c->level->kernels, &in);
	if (rc == 0)
		rc = list_found(c->level, all, &found);
	if (rc == 0)
		yield_edges(&in, &found);
	free(found.list);
	if (rc == 0)
		rc = add_rows(c, &in, all);
	rows = all->n - first;
	if (rc == 0)
		rc = make_next(c, all, first, next);
	free(in.list);
	return rc ? -1 : (int64_t)rows;
}
