#include <stdlib.h>

#include "tools/trace-align/fusion.h"

#define NONE SIZE_MAX

/* Rows that are alone between the same two pairs; runs count from 1. */
struct run {
	size_t before, after; /* the pairs around it on the ring, or NONE */
	bool takes_before, takes_after; /* may they belong to it? */
	struct ops a, b;                /* what the rows of each side do */
};

struct ledger {
	struct pair *p;
	size_t rows;
	const struct likeness *names;
	struct run *run; /* run g is run[g] */
	size_t runs;
};

/* Has it vanished or come, and not only moved, in the repeat compared? */
static bool
is_alone(const struct pair *p)
{
	return !pair_has_both(p) && !p->twin && !p->outside;
}

/* --- runs --- */

/*
 * Numbers the runs. Where the first and the last meet on the ring, they are
 * one. Returns how many there are.
 */
static size_t
number_runs(struct pair *p, size_t rows)
{
	bool open = false, begins = false, pairs = false;
	size_t n = 0;

	for (size_t i = 0; i < rows; i++) {
		if (is_alone(&p[i])) {
			if (!open)
				n++;
			open = true;
			begins |= !pairs;
			p[i].group = n;
		} else if (pair_has_both(&p[i])) {
			open = false;
			pairs = true;
		}
	}
	if (!open || !begins || n < 2)
		return n;
	for (size_t i = 0; i < rows; i++)
		if (p[i].group == n)
			p[i].group = 1;
	return n - 1;
}

/* Finds the pairs around each run, which are the same for its parts. */
static void
find_neighbours(struct ledger *l)
{
	size_t first = NONE, last = NONE, open = 0;

	for (size_t g = 1; g <= l->runs; g++)
		l->run[g].before = l->run[g].after = NONE;
	for (size_t i = 0; i < l->rows; i++) {
		if (pair_has_both(&l->p[i])) {
			if (open && l->run[open].after == NONE)
				l->run[open].after = i;
			first = first == NONE ? i : first;
			last = i;
			open = 0;
		} else if (l->p[i].group) {
			open = l->p[i].group;
			if (l->run[open].before == NONE)
				l->run[open].before = last;
		}
	}
	for (size_t g = 1; g <= l->runs; g++) {
		if (l->run[g].before == NONE)
			l->run[g].before = last;
		if (l->run[g].after == NONE)
			l->run[g].after = first;
	}
}

/* --- pairs that belong to a run --- */

/*
 * Does a similar pair do the work of a row alone in its kernel of the other
 * side, and not in that of the same side?
 */
static bool
does_work(const struct ledger *l, size_t pair, const struct pair *row)
{
	const struct pair *p = pair == NONE ? NULL : &l->p[pair];
	const struct ops *a, *b, *work;

	if (!p || p->match != SIMILAR)
		return false;
	a = likeness_ops(l->names, p->a->name);
	b = likeness_ops(l->names, p->b->name);
	work = likeness_ops(l->names, row->a ? row->a->name : row->b->name);
	return ops_meet(work, row->a ? b : a) &&
	    !ops_within(work, row->a ? a : b);
}

/*
 * All pairs before runs come first, of which each is before one run only, and
 * then those behind: so it does not matter where the ring begins.
 */
static void
join_pairs(struct ledger *l)
{
	for (size_t i = 0; i < l->rows; i++) {
		const struct pair *p = &l->p[i];
		struct run *r = &l->run[p->group];

		if (p->group) {
			r->takes_before |= does_work(l, r->before, p);
			r->takes_after |= does_work(l, r->after, p);
		}
	}
	for (size_t g = 1; g <= l->runs; g++)
		if (l->run[g].takes_before)
			l->p[l->run[g].before].group = g;
	for (size_t g = 1; g <= l->runs; g++) {
		const struct run *r = &l->run[g];

		if (r->takes_after && !r->takes_before && !l->p[r->after].group)
			l->p[r->after].group = g;
	}
}

/* --- what they add up to --- */

static void
sum_rows(struct ledger *l, struct group *groups)
{
	for (size_t i = 0; i < l->rows; i++) {
		const struct pair *p = &l->p[i];
		struct run *r = &l->run[p->group];
		struct group *g = &groups[p->group];

		if (p->group && p->a) {
			g->a_rows++;
			g->a_sum += p->a->sum;
			ops_join(&r->a, likeness_ops(l->names, p->a->name));
		}
		if (p->group && p->b) {
			g->b_rows++;
			g->b_sum += p->b->sum;
			ops_join(&r->b, likeness_ops(l->names, p->b->name));
		}
	}
}

static void
count_explained(const struct ledger *l, struct group *groups)
{
	for (size_t i = 0; i < l->rows; i++) {
		const struct pair *p = &l->p[i];
		const struct run *r = &l->run[p->group];
		size_t *explained = &groups[p->group].explained;

		if (p->group && p->a)
			*explained +=
			    ops_meet(likeness_ops(l->names, p->a->name), &r->b);
		if (p->group && p->b)
			*explained +=
			    ops_meet(likeness_ops(l->names, p->b->name), &r->a);
	}
}

struct group *
fusion_groups(
    struct pair *p, size_t rows, const struct likeness *names, size_t *n)
{
	struct ledger l = {
	    .p = p, .rows = rows, .names = names, .runs = number_runs(p, rows)};
	struct group *groups = calloc(l.runs + 1, sizeof *groups);

	l.run = calloc(l.runs + 1, sizeof *l.run);
	if (!l.run || !groups) {
		free(l.run);
		free(groups);
		return NULL;
	}
	find_neighbours(&l);
	join_pairs(&l);
	sum_rows(&l, groups);
	count_explained(&l, groups);
	free(l.run);
	*n = l.runs;
	return groups;
}

double
fusion_confidence(const struct group *g)
{
	return (double)g->explained / (double)(g->a_rows + g->b_rows);
}
