#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "tools/trace-align/fusion_groups.h"
#include "tools/trace-align/moved.h"

#define NO_ROW SIZE_MAX

/*
 * Evidence counts across MOST_CROSSED pairs: from silu to what it was fused
 * with there is a GEMM with its reduction, and its bias. No more rows are
 * looked at, and only those of one side, so that the time stays linear. A run
 * with more than LAYER_LEAST may be a layer that one side has more.
 */
enum { MOST_CROSSED = 4, ROWS_MOST = 64, LAYER_LEAST = 8 };

/* Times of a pair that differ by less hide no kernel. */
static const double least_apart = 0.1;

/* Rows that follow each other: among those alone only one side's do. */
enum list { PAIRS, OF_A, OF_B, LISTS };

struct ring_of_rows {
	struct pair *p;
	size_t rows;
	const struct likeness *names;
	size_t groups;          /* numbers that are used, ... */
	size_t runs;            /* ... up to this one for runs */
	struct group *work;     /* group g is work[g] */
	size_t *next[LISTS][2]; /* see link_rows */
};

/* Only in one cycle, in most repeats, and not moved? */
static bool
is_alone(const struct pair *p)
{
	return !pair_has_both(p) && !p->twin && !pair_row(p)->few;
}

static bool
is_same_operator(const struct pair *p, const struct pair *q)
{
	return !p->op || !q->op || p->op == q->op;
}

static const struct ops *
ops_of(const struct ring_of_rows *l, const struct row *row)
{
	return likeness_ops(l->names, row->name);
}

/* --- along the ring --- */

static bool
is_in(const struct pair *p, enum list list)
{
	return list == PAIRS ? pair_has_both(p)
	    : list == OF_A   ? p->a != NULL
			     : p->b != NULL;
}

/*
 * For each row the next one that is in a list, or with `back` the one before;
 * twice round, for the ring has no end.
 */
static void
link_rows(struct ring_of_rows *l, enum list list, bool back)
{
	size_t *next = xcalloc(l->rows + 1, sizeof *next), last = NO_ROW;

	l->next[list][back] = next;
	for (size_t k = 0; k < 2 * l->rows; k++) {
		size_t i = back ? k % l->rows : l->rows - 1 - k % l->rows;

		next[i] = last;
		if (is_in(&l->p[i], list))
			last = i;
	}
}

/*
 * Numbers the runs of rows that are alone between the same two pairs; goes
 * round from a pair on, so that none is cut.
 */
static void
find_runs(struct ring_of_rows *l)
{
	size_t first = 0;
	bool open = false;

	while (first < l->rows && !pair_has_both(&l->p[first]))
		first++;
	for (size_t k = 0; k < l->rows; k++) {
		struct pair *p = &l->p[(first + k) % l->rows];

		if (is_alone(p)) {
			l->groups += !open;
			p->group = l->groups;
		}
		open = !pair_has_both(p) && (open || is_alone(p));
	}
}

/* The row that a row alone belongs to, and how far away it is. */
struct choice {
	size_t row, other; /* NO_ROW: none */
	size_t crossed;    /* pairs between */
	size_t steps;
	bool forward; /* the other row comes behind */
};

/* Does the other row explain a row that is alone? */
typedef bool explains(
    const struct ring_of_rows *, const struct pair *other, size_t row);

/*
 * The first one in one direction. What is alone on both sides between two pairs
 * has no order, so the way begins at the pair on the other side of the row.
 */
static struct choice
look(const struct ring_of_rows *l, size_t row, enum list list, bool back,
    explains *does, size_t most_crossed)
{
	struct choice c = {.row = row, .forward = !back};
	size_t begin = list == PAIRS ? row : l->next[PAIRS][!back][row];
	size_t i = begin == NO_ROW ? row : begin;

	for (size_t k = 0; k < ROWS_MOST; k++) {
		i = l->next[list][back][i];
		if (i == NO_ROW || c.crossed > most_crossed)
			break;
		c.other = i;
		c.steps =
		    (back ? row + l->rows - i : i + l->rows - row) % l->rows;
		if (does(l, &l->p[i], row))
			return c;
		c.crossed += pair_has_both(&l->p[i]);
	}
	c.other = NO_ROW;
	return c;
}

static struct choice
nearer(struct choice before, struct choice after)
{
	if (before.other == NO_ROW ||
	    (after.other != NO_ROW && after.crossed < before.crossed))
		return after;
	return before;
}

/* The nearer one of both directions; of two as near the one before. */
static struct choice
choose(const struct ring_of_rows *l, size_t row, enum list list, explains *does,
    size_t most_crossed)
{
	return nearer(look(l, row, list, true, does, most_crossed),
	    look(l, row, list, false, does, most_crossed));
}

/*
 * Each row alone goes to the group of what explains it on the other side. All
 * are found before one moves, so that the order of rows does not matter.
 */
static void
follow(struct ring_of_rows *l, struct choice *choice, explains *does,
    size_t most_crossed)
{
	for (size_t i = 0; i < l->rows; i++) {
		struct choice c = {.other = NO_ROW};

		if (is_alone(&l->p[i]))
			c = choose(
			    l, i, l->p[i].a ? OF_B : OF_A, does, most_crossed);
		c.row = l->p[c.other == NO_ROW ? i : c.other].group;
		choice[i] = c;
	}
	for (size_t i = 0; i < l->rows; i++)
		l->p[i].group = choice[i].row;
}

/* --- what groups do --- */

/* Does a kernel multiply matrices, or do what nothing else replaces? */
static bool
multiplies(const struct ring_of_rows *l, const struct row *row)
{
	static const char *const begins[] = {
	    "attention", "convolution", "gemm", "moe"};
	bool found = false;

	for (size_t i = 0; i < COUNT(begins); i++)
		found |= span_starts(l->names->family[row->name], begins[i]);
	return found;
}

static void
find_work(struct ring_of_rows *l)
{
	memset(l->work, 0, (l->groups + 1) * sizeof *l->work);
	for (size_t i = 0; i < l->rows; i++) {
		struct group *g = &l->work[l->p[i].group];

		g->all++;
		for (int side = 0; side < 2; side++) {
			const struct row *r = pair_side(&l->p[i], side);

			if (!r)
				continue;
			ops_join(&g->work[side], ops_of(l, r));
			g->each[side] += r->each;
			g->may_multiply[side] |= multiplies(l, r) ||
			    ops_count(ops_of(l, r)) == 0; /* not known */
			g->rows[side]++;
		}
	}
}

/* Does the other side of its group anything that a row alone does? */
static bool
is_explained(const struct ring_of_rows *l, const struct pair *p)
{
	return ops_meet(
	    ops_of(l, pair_row(p)), &l->work[p->group].work[p->a != NULL]);
}

/* --- pairs that do the work of rows --- */

/*
 * Does a similar pair do the work of a row in its kernel of the other side, and
 * not in that of the same side? So do kernels of one call.
 */
static bool
does_work(const struct ring_of_rows *l, const struct pair *p, size_t i)
{
	const struct pair *row = &l->p[i];
	const struct ops *a, *b, *work;

	if (p->match != SIMILAR || !is_same_operator(p, row))
		return false;
	if (p->op && row->op)
		return true;
	a = ops_of(l, p->a);
	b = ops_of(l, p->b);
	work = ops_of(l, pair_row(row));
	return ops_meet(work, row->a ? b : a) &&
	    !ops_within(work, row->a ? a : b);
}

/*
 * Has a row of the other side, which does some of the work of one of its run,
 * joined a pair beside the run?
 */
static bool
has_joined(const struct ring_of_rows *l, const struct pair *p, size_t i)
{
	const struct pair *row = &l->p[i];

	return is_alone(p) && p->group > l->runs && row->group <= l->runs &&
	    ops_meet(ops_of(l, pair_row(p)), ops_of(l, pair_row(row)));
}

/*
 * A row joins the group of the pair beside it, which begins one, and what does
 * the same work follows: the rest of its run does other work.
 */
static void
join_by_work(struct ring_of_rows *l, struct choice *choice)
{
	l->runs = l->groups;
	for (size_t i = 0; i < l->rows; i++) {
		struct choice c = {.other = NO_ROW};

		if (is_alone(&l->p[i]))
			c = choose(l, i, PAIRS, does_work, 0);
		if (c.other == NO_ROW)
			continue;
		if (!l->p[c.other].group)
			l->p[c.other].group = ++l->groups;
		l->p[i].group = l->p[c.other].group;
	}
	follow(l, choice, has_joined, 0);
}

/* --- pairs whose times rows explain --- */

/* How much longer the other side's kernel of a pair takes, as a logarithm. */
static double
apart(const struct pair *p, bool of_a, double more)
{
	double own = (double)(of_a ? p->a : p->b)->each + more;
	double other = (double)(of_a ? p->b : p->a)->each;

	return own > 0 && other > 0 ? log(other / own) : 0;
}

/* Are they one family, or one of them that of the reduction of the other? */
static bool
is_one_work(struct span a, struct span b)
{
	struct span shorter = a.n < b.n ? a : b, longer = a.n < b.n ? b : a;

	return shorter.n > 0 &&
	    span_equal(span_cut(longer, 0, shorter.n), shorter) &&
	    (shorter.n == longer.n ||
		span_is(span_cut(longer, shorter.n, longer.n), "_reduce"));
}

/* May a pair's kernel have handed over a part of its work to the row? */
static bool
may_explain(const struct ring_of_rows *l, const struct pair *p, size_t row)
{
	const struct pair *r = &l->p[row];

	return is_one_work(p->family, r->family) && is_same_operator(p, r) &&
	    !p->group && apart(p, r->a != NULL, 0) >= least_apart;
}

/* By the pair, then the nearer ones first; of two as near the one before. */
ORDER_BY(compare_choices, struct choice, UP(other), UP(crossed), UP(forward),
    UP(steps))

/*
 * How many of the n rows that chose a pair bring its times nearer together, one
 * after another. Of rows that are not beside it none does, unless how far the
 * times are apart is halved, at least.
 */
static size_t
count_explaining(const struct ring_of_rows *l, const struct choice *c, size_t n)
{
	const struct pair *p = &l->p[c->other];
	bool of_a = l->p[c->row].a != NULL;
	double more = 0;
	size_t k;

	for (k = 0; k < n; k++) {
		double each = (double)pair_row(&l->p[c[k].row])->each;

		if (fabs(apart(p, of_a, more + each)) >=
		    fabs(apart(p, of_a, more)))
			break;
		more += each;
	}
	if (k > 0 && c[k - 1].crossed > 0 &&
	    2 * fabs(apart(p, of_a, more)) > apart(p, of_a, 0))
		return 0;
	return k;
}

/* A long run of one side: all that it does is done on the other side, too. */
static bool
is_layer(const struct group *w)
{
	return w->all > LAYER_LEAST && !(w->rows[0] && w->rows[1]);
}

/* The nearest pair; of two as near the one with more to explain. */
static struct choice
choose_explained(const struct ring_of_rows *l, size_t row)
{
	struct choice before =
	    look(l, row, PAIRS, true, may_explain, MOST_CROSSED);
	struct choice after =
	    look(l, row, PAIRS, false, may_explain, MOST_CROSSED);
	bool of_a = l->p[row].a != NULL;

	if (before.other != NO_ROW && after.other != NO_ROW &&
	    before.crossed == after.crossed &&
	    apart(&l->p[after.other], of_a, 0) >
		apart(&l->p[before.other], of_a, 0))
		return after;
	return nearer(before, after);
}

/* Rows and the pairs whose times they explain become groups. */
static void
join_explained(struct ring_of_rows *l, struct choice *choice)
{
	size_t n = 0;

	for (size_t i = 0; i < l->rows; i++)
		if (is_alone(&l->p[i]) && !is_explained(l, &l->p[i]) &&
		    !is_layer(&l->work[l->p[i].group])) {
			choice[n] = choose_explained(l, i);
			n += choice[n].other != NO_ROW;
		}
	ARRAY_SORT(choice, n, compare_choices);
	for (size_t i = 0, next; i < n; i = next) {
		size_t explaining, pair = choice[i].other;

		next = i;
		while (next < n && choice[next].other == pair)
			next++;
		explaining = count_explaining(l, choice + i, next - i);
		if (explaining)
			l->p[pair].group = ++l->groups;
		while (explaining-- > 0)
			l->p[choice[i + explaining].row].group = l->groups;
	}
}

/* --- parts of a fused kernel that is a few pairs away --- */

/*
 * Does a row alone what another one of the other side does, and more? Of a
 * layer that one side has more no kernel is a part of what the layer beside it
 * became: there, others do that work.
 */
static bool
is_part(const struct ring_of_rows *l, const struct pair *whole, size_t row)
{
	const struct pair *part = &l->p[row];
	const struct ops *ops = ops_of(l, pair_row(part));

	return is_alone(whole) && is_same_operator(part, whole) &&
	    ops_is_part(ops, ops_of(l, pair_row(whole))) &&
	    (l->work[part->group].all <= LAYER_LEAST ||
		!ops_meet(ops, &l->work[whole->group].work[!part->a]));
}

/* The same of a row that does one thing, which none of its group does. */
static bool
is_part_of_other(
    const struct ring_of_rows *l, const struct pair *whole, size_t row)
{
	return !is_explained(l, &l->p[row]) &&
	    ops_count(ops_of(l, pair_row(&l->p[row]))) == 1 &&
	    is_part(l, whole, row);
}

/* --- what the other side cannot do --- */

static void
leave_others(struct ring_of_rows *l)
{
	for (size_t i = 0; i < l->rows; i++) {
		struct pair *p = &l->p[i];
		const struct group *g = &l->work[p->group];
		int other = p->a != NULL;

		if (p->group && is_alone(p) && g->rows[other] > 0 &&
		    multiplies(l, pair_row(p)) && !g->may_multiply[other] &&
		    pair_row(p)->each > 2 * g->each[other])
			p->group = 0;
	}
}

/* --- what has moved --- */

/* A row that is part of another between the same two pairs has not moved. */
static void
find_moved(struct ring_of_rows *l)
{
	for (size_t i = 0; i < l->rows; i++) {
		struct choice c = {.other = NO_ROW};

		if (is_alone(&l->p[i]))
			c = choose(l, i, l->p[i].a ? OF_B : OF_A, is_part, 0);
		if (c.other != NO_ROW)
			l->p[i].explained = l->p[c.other].explained = true;
	}
	moved_find(l->p, l->rows, l->names);
	l->groups = 0;
	for (size_t i = 0; i < l->rows; i++)
		l->p[i].group = 0;
}

/* --- all of it --- */

struct group *
fusion_groups_find(
    struct pair *p, size_t rows, const struct likeness *names, size_t *n)
{
	struct ring_of_rows l = {.p = p, .rows = rows, .names = names};
	struct choice *choice = xcalloc(rows + 1, sizeof *choice);

	l.work = xcalloc(rows + 1, sizeof *l.work);
	for (int i = 0; i < 2 * LISTS; i++)
		link_rows(&l, i / 2, i % 2);
	find_runs(&l);
	find_work(&l);
	find_moved(&l);
	find_runs(&l);
	join_by_work(&l, choice);
	find_work(&l);
	follow(&l, choice, is_part_of_other, MOST_CROSSED);
	find_work(&l);
	join_explained(&l, choice);
	find_work(&l);
	leave_others(&l);
	find_work(&l);
	for (int i = 0; i < 2 * LISTS; i++)
		free(l.next[i / 2][i % 2]);
	free(choice);
	*n = l.groups;
	return l.work;
}
