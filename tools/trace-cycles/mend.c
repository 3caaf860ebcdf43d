#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "tools/trace-cycles/align.h"
#include "tools/trace-cycles/anchor.h"
#include "tools/trace-cycles/chains.h"
#include "tools/trace-cycles/mend.h"
#include "tools/trace-cycles/shift.h"

enum {
	SHARE = 64, /* a cycle of fewer kernels than one in so many is left */
	SYSTEMATIC = 4,      /* repeats in a row that noise does not make */
	FAULTS = 4,          /* that a repeat may have, ... */
	KERNELS_A_FAULT = 64 /* ... and one more for so many kernels */
};

#define NONE SIZE_MAX

/* A cycle: its repeat with the fewest faults, and how much it takes up. */
struct candidate_cycle {
	uint32_t number;
	struct repeat root;
	uint32_t faults;
	uint64_t kernels;
	bool whole; /* stretches of it are, so that there is nothing to mend */
};

struct mender {
	const struct text *text;
	struct instances *all;
	struct candidate_cycle *cycle; /* by number */
	struct aligner aligner;
	struct candidate_cycle *own; /* that is being mended */
	enum { NOT_SOUGHT, FOUND, ABSENT } anchor;
	uint32_t offset; /* of its anchor in its root */
	bool changed;
};

static uint32_t
length_of(struct repeat r)
{
	return r.end - r.start;
}

/* How many kernels may be wrong with a repeat of so many. */
static uint32_t
most_wrong(uint32_t length)
{
	uint32_t most = FAULTS + length / KERNELS_A_FAULT;
	uint32_t tolerated = chains_tolerated(length);

	most = tolerated < most ? tolerated : most;
	return most < ALIGN_MOST ? most : ALIGN_MOST;
}

int
mend_add(struct instances *all, struct instance o)
{
	struct instance *grown =
	    array_grow(all->list, &all->cap, all->n + 1, sizeof o);

	if (!grown)
		return -1;
	all->list = grown;
	all->list[all->n++] = o;
	return 0;
}

/* A stretch of kernels that may hold repeats, and from which end they come. */
struct gap {
	uint32_t from, to;
	bool back;
};

/* The repeat of the cycle that fits best at one end of a gap. */
static int64_t
fit(struct mender *m, const struct gap *g, struct repeat *out)
{
	struct repeat root = m->own->root;
	struct align_task task = {m->text, root, g->from, g->to, g->back,
	    most_wrong(length_of(root))};

	return align_next(&m->aligner, &task, out);
}

/*
 * A repeat that was cut short beside a gap is sought anew, with what is in the
 * gap.
 */
static int
lengthen(struct mender *m, size_t number, struct gap *g)
{
	struct instance *o = &m->all->list[number];
	struct gap with = {
	    g->back ? g->from : o->start, g->back ? o->end : g->to, g->back};
	int64_t wrong,
	    lacks =
		(int64_t)length_of(m->own->root) - (int64_t)(o->end - o->start);
	struct repeat r;

	if (g->from == g->to || lacks < 2)
		return 0;
	wrong = fit(m, &with, &r);
	if (wrong >= 0 && wrong < lacks) {
		o->start = r.start;
		o->end = r.end;
		o->faults = (uint32_t)wrong;
		o->mended = m->changed = true;
		*g = g->back ? (struct gap){with.from, r.start, true}
			     : (struct gap){r.end, with.to, false};
	}
	return wrong < -1 ? -1 : 0;
}

/* Adds a repeat of the cycle that is like another of its row. */
static int
add_like(struct mender *m, struct instance o, struct repeat r, int64_t wrong)
{
	o.start = r.start;
	o.end = r.end;
	o.faults = (uint32_t)wrong;
	o.mended = m->changed = true;
	return mend_add(m->all, o);
}

/*
 * Fills a gap beside a repeat as far as it goes. At an end of the text a repeat
 * that is too short was cut off.
 */
static int
fill(struct mender *m, struct instance beside, struct gap *g)
{
	uint32_t length = length_of(m->own->root), most = most_wrong(length);
	struct repeat r;

	while (g->to - g->from + most >= length) {
		int64_t wrong = fit(m, g, &r);

		if (wrong < -1)
			return -1;
		if (wrong < 0 ||
		    (length_of(r) < length &&
			(r.start == 0 || r.end == m->text->n)))
			break;
		if (add_like(m, beside, r, wrong))
			return -1;
		if (g->back)
			g->to = r.start;
		else
			g->from = r.end;
	}
	return 0;
}

/* Whether the cycle has an anchor, or -1. */
static int
has_anchor(struct mender *m)
{
	int rc;

	if (m->anchor == NOT_SOUGHT) {
		rc = anchor_choose(m->text, m->own->root, &m->offset);
		if (rc < 0)
			return -1;
		m->anchor = rc ? FOUND : ABSENT;
	}
	return m->anchor == FOUND;
}

/* Repeats in a gap that stand apart from others, and those beside them. */
static int
find_lone(struct mender *m, struct gap g)
{
	uint32_t length = length_of(m->own->root), most = most_wrong(length);
	uint32_t at = g.from;
	int has = 0;
	struct instance o = {.cycle = m->own->number, .in_row = 1};

	g.back = false;
	while (g.to - at + most >= length && (has = has_anchor(m)) > 0) {
		size_t n = m->all->n;

		at = anchor_find(
		    m->text, m->own->root.start + m->offset, at, g.to);
		if (at == g.to)
			break;
		if (at - g.from < m->offset) {
			at++;
			continue;
		}
		g.from = at - m->offset;
		o.stretch = m->all->stretches++;
		if (fill(m, o, &g))
			return -1;
		at = m->all->n > n ? g.from : at + 1;
	}
	return has < 0 ? -1 : 0;
}

/* Whether a repeat of another cycle is not to be taken for noise. */
static bool
is_firm(const struct mender *m, const struct instance *o)
{
	const struct candidate_cycle *c = &m->cycle[o->cycle];

	if (c->kernels != m->own->kernels)
		return c->kernels > m->own->kernels ||
		    (length_of(c->root) >= length_of(m->own->root) / 2 &&
			o->in_row >= SYSTEMATIC);
	return c->number < m->own->number;
}

/* The gap before an instance, or before the end: own repeats lie beside it.
 */
static int
mend_gap(struct mender *m, size_t before, size_t behind, struct gap *g)
{
	g->back = false;
	if (before != NONE &&
	    (lengthen(m, before, g) || fill(m, m->all->list[before], g)))
		return -1;
	g->back = true;
	if (behind != NONE &&
	    (lengthen(m, behind, g) || fill(m, m->all->list[behind], g)))
		return -1;
	return find_lone(m, *g);
}

/* All gaps beside repeats of one cycle. */
static int
mend_cycle(struct mender *m)
{
	size_t n = m->all->n, before = NONE;
	struct gap g = {0};

	for (size_t i = 0; i < n; i++) {
		const struct instance *o = &m->all->list[i];
		bool own = o->cycle == m->own->number;

		if (!own && !is_firm(m, o))
			continue;
		g.to = o->start;
		if (mend_gap(m, before, own ? i : NONE, &g))
			return -1;
		g.from = m->all->list[i].end;
		before = own ? i : NONE;
	}
	g.to = (uint32_t)m->text->n;
	return mend_gap(m, before, NONE, &g);
}

static int
compare_start(const void *a, const void *b)
{
	const struct instance *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->cycle > y->cycle) - (x->cycle < y->cycle);
}

/* Sorts what was added in, and drops what it takes the place of. */
static void
settle(struct instances *all)
{
	size_t n = 0;

	qsort(all->list, all->n, sizeof *all->list, compare_start);
	for (size_t i = 0; i < all->n; i++) {
		struct instance o = all->list[i];

		while (o.mended && n > 0 && all->list[n - 1].end > o.start)
			n--;
		if (n == 0 || all->list[n - 1].end <= o.start)
			all->list[n++] = o;
	}
	all->n = n;
}

/* More kernels first. */
static int
compare_kernels(const void *a, const void *b)
{
	const struct candidate_cycle *x = a, *y = b;

	if (x->kernels != y->kernels)
		return x->kernels > y->kernels ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static void
learn(struct mender *m)
{
	for (uint32_t c = 0; c < m->all->cycles; c++)
		m->cycle[c] =
		    (struct candidate_cycle){.number = c, .faults = UINT32_MAX};
	for (size_t i = 0; i < m->all->n; i++) {
		const struct instance *o = &m->all->list[i];
		struct candidate_cycle *c = &m->cycle[o->cycle];

		c->kernels += o->end - o->start;
		c->whole = c->whole || o->whole;
		if (o->faults < c->faults) {
			uint32_t length = o->end - o->start;

			length /= o->whole ? o->in_row : 1;
			c->faults = o->faults;
			c->root = (struct repeat){o->start, o->start + length};
		}
	}
}

/* Mends a cycle; moves what is whole then, and mends the rest anew. */
static int
mend_and_shift(struct mender *m, struct candidate_cycle *own)
{
	int moved = 1;

	m->own = own;
	m->anchor = NOT_SOUGHT;
	for (bool again = false; moved > 0; again = true) {
		m->changed = false;
		if (mend_cycle(m))
			return -1;
		if (m->changed)
			settle(m->all);
		moved = again
		    ? 0
		    : shift_repeats(m->text, m->all, own->number, &own->root);
		m->anchor = moved ? NOT_SOUGHT : m->anchor;
	}
	return moved;
}

static int
mend_all(struct mender *m, struct candidate_cycle *order)
{
	for (uint32_t i = 0; i < m->all->cycles; i++) {
		if (order[i].kernels < m->text->n / SHARE)
			break;
		if (!order[i].whole &&
		    most_wrong(length_of(order[i].root)) > 0 &&
		    mend_and_shift(m, &order[i]))
			return -1;
	}
	return 0;
}

int
mend_find(const struct text *text, struct instances *all)
{
	size_t cycles = all->cycles + 1u;
	struct candidate_cycle *order = malloc(cycles * sizeof *order);
	struct mender m = {.text = text,
	    .all = all,
	    .cycle = malloc(cycles * sizeof *m.cycle)};
	int rc = -1;

	if (order && m.cycle) {
		learn(&m);
		memcpy(order, m.cycle, all->cycles * sizeof *order);
		if (all->cycles)
			qsort(
			    order, all->cycles, sizeof *order, compare_kernels);
		rc = mend_all(&m, order);
	}
	align_free(&m.aligner);
	free(order);
	free(m.cycle);
	return rc;
}
