/*
 * A kernel that became several, and kept its name: the others are rows alone
 * beside its pair.
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/runs.h"

/*
 * Did a pair's kernel hand over some of its time to the row: that of the side
 * without the row takes so much longer? A matrix multiplication that is split
 * does. Without operators it must be more, for neighbours have noise.
 */
static bool
hands_over(const struct pair *pair, const struct pair *row, bool operators)
{
	int64_t one = (row->b ? pair->a : pair->b)->each;
	int64_t less = one - (row->b ? pair->b : pair->a)->each;

	if (operators)
		return less > 0 && less >= pair_row(row)->each / 4;
	return less > 0 && less >= pair_row(row)->each / 2 && less >= one / 10;
}

/* Are they one family, or one of them that of the reduction of the other? */
static bool
is_one_work(struct span a, struct span b)
{
	struct span shorter = a.n < b.n ? a : b, longer = a.n < b.n ? b : a;

	return shorter.n > 0 &&
	    span_equal(shorter, span_cut(longer, 0, shorter.n)) &&
	    (shorter.n == longer.n ||
		span_is(span_cut(longer, shorter.n, longer.n), "_reduce"));
}

/*
 * May a row be one of several kernels that a pair's other kernel became? It is
 * one of the same operator, or else the only row between two pairs.
 */
static bool
is_of_call(const struct runs *l, const struct work *work, size_t pair, size_t i)
{
	const struct pair *p = pair == NO_ROW ? NULL : &l->p[pair];
	const struct pair *row = &l->p[i];

	if (!p)
		return false;
	if (p->op && p->op == row->op)
		return p->match == SIMILAR || hands_over(p, row, true);
	return work[row->group].rows == 1 && runs_same_operator(p, row) &&
	    is_one_work(p->family, row->family) && hands_over(p, row, false);
}

/* The pair beside a row that it is a part of: of two the one before. */
static size_t
find_call(const struct runs *l, const struct work *work, size_t i)
{
	size_t before = l->run[l->p[i].group].before;
	size_t after = l->run[l->p[i].group].after;

	if (is_of_call(l, work, before, i))
		return before;
	return is_of_call(l, work, after, i) ? after : NO_ROW;
}

/* A row joins the group of its call's pair, which begins one if it has none. */
static void
join_call(struct runs *l, size_t row, size_t pair)
{
	if (!l->p[pair].group)
		l->p[pair].group = l->p[row].group;
	l->p[row].group = l->p[pair].group;
}

/*
 * Rows before their pairs come first, so that it does not matter where the ring
 * begins: a group has the neighbours of the run that began it.
 */
void
calls_join(struct runs *l, size_t *call)
{
	struct work *work = xcalloc(l->n + 1, sizeof *work);

	group_rows_work(l, work);
	for (size_t i = 0; i < l->rows; i++)
		call[i] = runs_alone(&l->p[i]) && l->p[i].group
		    ? find_call(l, work, i)
		    : NO_ROW;
	for (size_t i = 0; i < l->rows; i++)
		if (call[i] != NO_ROW &&
		    l->run[l->p[i].group].after == call[i]) {
			join_call(l, i, call[i]);
			call[i] = NO_ROW;
		}
	for (size_t i = 0; i < l->rows; i++)
		if (call[i] != NO_ROW)
			join_call(l, i, call[i]);
	free(work);
}
