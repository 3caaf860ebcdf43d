#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/chains.h"
#include "tools/trace-cycles/gap.h"
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
	struct candidate_cycle *cycle;     /* by number */
	const struct candidate_cycle *own; /* that is being mended */
	struct filler filler;              /* of that */
};

static uint32_t
length_of(struct repeat r)
{
	return r.end - r.start;
}

/* How many kernels may be wrong with a repeat of a cycle. */
static uint32_t
most_wrong(const struct candidate_cycle *c)
{
	uint32_t length = length_of(c->root);
	uint32_t most = FAULTS + length / KERNELS_A_FAULT;
	uint32_t tolerated = chains_tolerated(length);

	most = tolerated < most ? tolerated : most;
	return most < ALIGN_MOST ? most : ALIGN_MOST;
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

/*
 * The gap up to g->to, between instances; NONE is one of another cycle, or an
 * end of the text.
 */
static int
mend_gap(struct mender *m, size_t before, size_t behind, struct gap *g)
{
	g->most = most_wrong(m->own);
	if (before == NONE || behind == NONE) {
		uint32_t most = chains_at_end(length_of(m->own->root));

		g->most = most < g->most ? most : g->most;
	}
	g->back = false;
	if (before != NONE && gap_fill(&m->filler, before, g))
		return -1;
	g->back = true;
	if (behind != NONE && gap_fill(&m->filler, behind, g))
		return -1;
	return gap_search(&m->filler, *g);
}

/* All gaps between what is firm, and the repeats of the cycle. */
static int
mend_gaps(struct mender *m)
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

/* Mends a cycle with the root that it has. */
static int
mend_cycle(struct mender *m)
{
	int rc;

	m->filler = (struct filler){.text = m->text,
	    .all = m->all,
	    .cycle = m->own->number,
	    .root = m->own->root};
	rc = mend_gaps(m);
	if (m->filler.changed)
		instances_sort(m->all);
	align_free(&m->filler.aligner);
	return rc;
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
	int moved;

	m->own = own;
	if (mend_cycle(m))
		return -1;
	moved = shift_repeats(m->text, m->all, own->number, &own->root);
	return moved > 0 ? mend_cycle(m) : moved;
}

static int
mend_all(struct mender *m, struct candidate_cycle *order)
{
	for (uint32_t i = 0; i < m->all->cycles; i++) {
		if (order[i].kernels < m->text->n / SHARE)
			break;
		if (!order[i].whole && most_wrong(&order[i]) > 0 &&
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
	struct mender m = {
	    .text = text, .all = all, .cycle = calloc(cycles, sizeof *m.cycle)};
	int rc = -1;

	if (order && m.cycle) {
		learn(&m);
		memcpy(order, m.cycle, all->cycles * sizeof *order);
		if (all->cycles)
			qsort(
			    order, all->cycles, sizeof *order, compare_kernels);
		rc = mend_all(&m, order);
	}
	free(order);
	free(m.cycle);
	return rc;
}
