#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/runs.h"

/*
 * Evidence counts across so many pairs: from silu to what it was fused with
 * there is a GEMM with its reduction, and its bias. No more rows are looked at,
 * and only those of one side, so that the time stays linear.
 */
enum { MOST_CROSSED = 4, ROWS_MOST = 64 };

/* A run with more rows may be a layer that one side has more. */
enum { LAYER_LEAST = 8 };

/* --- similar pairs beside a run --- */

/* Does a run take the pair before it, or the pair after it? */
struct taken {
	bool before, after;
};

/*
 * Does a similar pair do the work of a row alone in its kernel of the other
 * side, and not in that of the same side?
 */
static bool
does_work(const struct runs *l, size_t pair, const struct pair *row)
{
	const struct pair *p = pair == NO_ROW ? NULL : &l->p[pair];
	const struct ops *a, *b, *work;

	if (!p || p->match != SIMILAR || !runs_same_operator(p, row))
		return false;
	a = runs_ops(l, p->a);
	b = runs_ops(l, p->b);
	work = runs_ops(l, pair_row(row));
	return ops_meet(work, row->a ? b : a) &&
	    !ops_within(work, row->a ? a : b);
}

/*
 * The pairs before runs come first, each before one run only, and then the
 * pairs after runs. So it does not matter where the ring begins.
 */
static void
take_pairs(struct runs *l, struct taken *takes)
{
	for (size_t i = 0; i < l->rows; i++) {
		const struct pair *p = &l->p[i];
		size_t g = p->group;

		if (g) {
			takes[g].before |= does_work(l, l->run[g].before, p);
			takes[g].after |= does_work(l, l->run[g].after, p);
		}
	}
	for (size_t g = 1; g <= l->n; g++)
		if (takes[g].before)
			l->p[l->run[g].before].group = g;
	for (size_t g = 1; g <= l->n; g++) {
		size_t after = l->run[g].after;

		if (takes[g].after && !takes[g].before && !l->p[after].group)
			l->p[after].group = g;
	}
}

/* --- parts of a fused kernel that is a few pairs away --- */

void
group_rows_work(const struct runs *l, struct work *work)
{
	for (size_t i = 0; i < l->rows; i++) {
		const struct pair *p = &l->p[i];

		work[p->group].rows++;
		if (p->group && p->a)
			ops_join(&work[p->group].a, runs_ops(l, p->a));
		if (p->group && p->b)
			ops_join(&work[p->group].b, runs_ops(l, p->b));
	}
}

/*
 * Does a row alone what another one of the other side does, and more? Of a
 * layer that one side has more no kernel is a part of what the layer beside it
 * became: there, others do that work.
 */
static bool
is_part(const struct runs *l, const struct work *work, const struct pair *part,
    const struct pair *whole)
{
	const struct ops *ops = runs_ops(l, pair_row(part));
	const struct work *w = &work[whole->group];

	return runs_alone(whole) && part->match != whole->match &&
	    runs_same_operator(part, whole) &&
	    ops_is_part(ops, runs_ops(l, pair_row(whole))) &&
	    (work[part->group].rows <= LAYER_LEAST ||
		!ops_meet(ops, part->a ? &w->a : &w->b));
}

/* Does the other side of its run anything that a row alone does? */
static bool
is_explained(
    const struct runs *l, const struct work *work, const struct pair *p)
{
	const struct work *w = &work[p->group];

	return ops_meet(runs_ops(l, pair_row(p)), p->a ? &w->b : &w->a);
}

/*
 * The first row in one direction that does what this one does, and more; or
 * NO_ROW. Distance is counted in pairs, of which *crossed are between: what is
 * alone on both sides between two pairs has no order, so the way begins at the
 * pair on the other side of the row.
 */
static size_t
find_whole(const struct runs *l, const struct work *work, size_t row, bool back,
    size_t *crossed)
{
	const struct run_of_rows *run = &l->run[l->p[row].group];
	bool of_a = !l->p[row].a;
	size_t i = back ? run->after : run->before;

	*crossed = 0;
	i = i == NO_ROW ? row : i;
	for (size_t k = 0; k < ROWS_MOST && k < l->count[of_a]; k++) {
		i = runs_next(l, i, of_a, back);
		if (is_part(l, work, &l->p[row], &l->p[i]))
			return i;
		*crossed += pair_has_both(&l->p[i]);
		if (*crossed > MOST_CROSSED)
			break;
	}
	return NO_ROW;
}

/* The nearer one of both directions. */
static size_t
find_nearest(const struct runs *l, const struct work *work, size_t row)
{
	size_t after_crossed, before_crossed;
	size_t after = find_whole(l, work, row, false, &after_crossed);
	size_t before = find_whole(l, work, row, true, &before_crossed);

	if (after == NO_ROW)
		return before;
	if (before == NO_ROW || after_crossed <= before_crossed)
		return after;
	return before;
}

/* All are found before one moves, so that the order of rows does not matter. */
static void
take_parts(struct runs *l, struct work *work, size_t *group)
{
	group_rows_work(l, work);
	for (size_t i = 0; i < l->rows; i++) {
		size_t whole;

		group[i] = l->p[i].group;
		if (!runs_alone(&l->p[i]) ||
		    ops_count(runs_ops(l, pair_row(&l->p[i]))) > 1 ||
		    is_explained(l, work, &l->p[i]))
			continue;
		whole = find_nearest(l, work, i);
		if (whole != NO_ROW)
			group[i] = l->p[whole].group;
	}
	for (size_t i = 0; i < l->rows; i++)
		l->p[i].group = group[i];
}

/* --- kernels of one family that became fewer --- */

static double
apart(double a, double b)
{
	return fabs(log(a / b));
}

/* Rows alone that one side of a pair claims. */
struct claim {
	size_t pair;
	size_t row[2 * MOST_CROSSED], n;
	double time, other; /* of that side with them, and of the other one */
	bool of_a;
};

/*
 * May a row alone be one of several that a pair's other kernel stands for? Not
 * one that something else in its run explains. If the pair is exact, only the
 * same kernel can be.
 */
static bool
may_join(const struct runs *l, const struct work *work, const struct pair *row,
    const struct claim *c)
{
	const struct pair *pair = &l->p[c->pair];
	const struct row *own = c->of_a ? pair->a : pair->b;

	return runs_alone(row) && (row->match == REMOVED) == c->of_a &&
	    span_equal(row->family, pair->family) &&
	    runs_same_operator(row, pair) &&
	    (pair->match != EXACT || pair_row(row)->name == own->name) &&
	    !is_explained(l, work, row);
}

/* Claims the rows in one direction that bring the times nearer together. */
static void
claim_rows(
    const struct runs *l, const struct work *work, bool back, struct claim *c)
{
	struct span family = l->p[c->pair].family;
	size_t i = c->pair, crossed = 0, most = c->n + MOST_CROSSED;

	for (size_t k = 0; k < ROWS_MOST && k + 1 < l->count[c->of_a]; k++) {
		const struct pair *p =
		    &l->p[i = runs_next(l, i, c->of_a, back)];
		double more;

		crossed += pair_has_both(p);
		if (c->n == most || crossed > MOST_CROSSED ||
		    (pair_has_both(p) && span_equal(p->family, family)))
			return;
		if (!may_join(l, work, p, c))
			continue;
		more = c->time + (double)pair_row(p)->each;
		if (apart(more, c->other) >= apart(c->time, c->other))
			return;
		c->time = more;
		c->row[c->n++] = i;
	}
}

/* What one side of a pair claims: nothing, unless it explains the times. */
static struct claim
make_claim(
    const struct runs *l, const struct work *work, size_t pair, bool of_a)
{
	const struct pair *p = &l->p[pair];
	double own = (double)(of_a ? p->a : p->b)->each;
	double other = (double)(of_a ? p->b : p->a)->each;
	struct claim c = {
	    .pair = pair, .time = own, .other = other, .of_a = of_a};

	if (p->group || p->family.n == 0 || own <= 0 || other < 1.2 * own)
		return c;
	claim_rows(l, work, false, &c);
	claim_rows(l, work, true, &c);
	if (2 * apart(c.time, other) > apart(own, other))
		c.n = 0;
	return c;
}

/* Joins a claim, unless another one contests a row of it. */
static void
join_claim(struct runs *l, const struct claim *c, const size_t *claims)
{
	size_t group = l->p[c->row[0]].group;

	for (size_t k = 0; k < c->n; k++)
		if (claims[c->row[k]] != 1)
			return;
	for (size_t k = 0; k < c->n; k++)
		l->p[c->row[k]].group = group;
	l->p[c->pair].group = group;
}

/* All claims come first, so that the order of pairs does not matter. */
static void
take_families(struct runs *l, const struct work *work)
{
	struct claim *claim = NULL;
	size_t n = 0, cap = 0;
	size_t *claims = xcalloc(l->rows + 1, sizeof *claims);

	for (size_t i = 0; i < 2 * l->rows; i++) {
		struct claim c;

		if (!pair_has_both(&l->p[i / 2]))
			continue;
		c = make_claim(l, work, i / 2, i % 2);
		if (c.n == 0)
			continue;
		ARRAY_PUSH(claim, n, &cap, c);
		for (size_t k = 0; k < c.n; k++)
			claims[c.row[k]]++;
	}
	for (size_t i = 0; i < n; i++)
		join_claim(l, &claim[i], claims);
	free(claim);
	free(claims);
}

/* --- all of it --- */

void
group_rows_join(struct runs *l)
{
	struct taken *takes = xcalloc(l->n + 1, sizeof *takes);
	struct work *work = xcalloc(l->n + 1, sizeof *work);
	size_t *of_row = xcalloc(l->rows + 1, sizeof *of_row);

	calls_join(l, of_row);
	take_pairs(l, takes);
	take_parts(l, work, of_row);
	take_families(l, work);
	free(takes);
	free(work);
	free(of_row);
}
