#include <stdlib.h>

#include "tools/trace-cycles/chains.h"
#include "tools/trace-cycles/collapse.h"
#include "tools/trace-cycles/mend.h"

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
	size_t at, n; /* symbols passed, and symbols made */
};

static void
put(struct copier *c, uint32_t symbol, uint32_t at, uint32_t found)
{
	if (c->to)
		level_add(c->to, symbol, at, found);
	c->n++;
}

/* Copies what stands for kernels [a, b); of what is cut, the kernels. */
static void
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
		else
			for (uint32_t k = start > a ? start : a;
			     k < end && k < b; k++)
				put(c, l->kernels->symbol[k], k, LEVEL_NONE);
		if (end > b)
			return;
	}
}

/* The next level, with a symbol for each stretch from `first` on. */
static void
make_level(const struct collapse *how, const struct collection *all,
    size_t first, struct copier *c)
{
	uint32_t done = 0;

	for (size_t i = first; i < all->n; i++) {
		const struct stretch_found *f = &all->found[i];

		copy(c, done, f->start);
		put(c, how->first_symbol + f->cycle, f->start, (uint32_t)i);
		done = f->end;
	}
	copy(c, done, (uint32_t)how->level->kernels->n);
}

static int
make_next(const struct collapse *how, const struct collection *all,
    size_t first, struct level *next)
{
	struct copier count = {.from = how->level};
	struct copier copier = {.from = how->level, .to = next};

	make_level(how, all, first, &count);
	if (level_init(next, how->level->kernels, count.n))
		return -1;
	make_level(how, all, first, &copier);
	next->at[next->n] = (uint32_t)how->level->kernels->n;
	return 0;
}

int64_t
collapse_round(
    const struct collapse *c, struct collection *all, struct level *next)
{
	struct instances in = {.cycles = c->cycles};
	size_t first = all->n;
	int rc = 0;

	*next = (struct level){0};
	for (size_t i = 0; i < c->fresh->n && rc == 0; i++)
		rc = add_stretch(&in, c->fresh, i);
	if (rc == 0)
		rc = mend_find(c->level->kernels, &in);
	if (rc == 0)
		rc = add_rows(c, &in, all);
	if (rc == 0)
		rc = make_next(c, all, first, next);
	free(in.list);
	return rc ? -1 : (int64_t)(all->n - first);
}
