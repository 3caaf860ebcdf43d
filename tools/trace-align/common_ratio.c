#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-align/common_ratio.h"

/*
 * Ranks that run the same on GPUs of one kind differ by less than one percent,
 * name by name; of larger differences a part. Where its repeats tell no better,
 * a ratio may also be a third of the difference away.
 */
static const double within = 0.01, near = 0.2, at_most = 1 / 3.0;

enum { LEAST_NAMES = 4 };

/* All kernels of a name. */
struct ratio {
	double log;  /* of B's time by A's */
	double time; /* ns of one repeat of A */
	size_t change;
	const struct measure *sum;
};

ORDER_BY(compare_ratios, struct ratio, UP(log), UP(change))

/* The kernels that may have one ratio, and the part of their time that must. */
struct some_kernels {
	struct span family; /* empty: all */
	struct measure sum;
	double share;
};

/* Those of the same kernels, sorted; how many. */
static size_t
find_ratios(const struct changes *c, struct span family, struct ratio *ratios)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) {
		const struct change *x = &c->change[i];
		double a = (double)x->sum.a, b = (double)x->sum.b;

		if (x->match == EXACT && !x->fusion && !x->row->few &&
		    !x->places && a > 0 && b > 0 &&
		    (family.n == 0 || span_equal(family, x->name)))
			ratios[n++] = (struct ratio){log(b / a), a, i, &x->sum};
	}
	ARRAY_SORT(ratios, n, compare_ratios);
	return n;
}

/* The median by time; 0 of none. */
static double
median_log(const struct ratio *ratios, size_t n)
{
	double all = 0, sum = 0;

	for (size_t i = 0; i < n; i++)
		all += ratios[i].time;
	for (size_t i = 0; i < n; i++)
		if ((sum += ratios[i].time) >= all / 2)
			return ratios[i].log;
	return 0;
}

/* May it be this one, by the repeats; false: their spread is not known. */
static bool
may_be(const struct ratio *r, double middle)
{
	double delta = r->time * expm1(middle);

	return isfinite(r->sum->low) && r->sum->low <= delta &&
	    delta <= r->sum->high &&
	    fabs(r->log - middle) <= at_most * fabs(middle);
}

/* Leaves those that are near this logarithm; how many. */
static size_t
keep_near(struct ratio *ratios, size_t n, double middle)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (fabs(ratios[i].log - middle) <=
			fmax(within, near * fabs(middle)) ||
		    may_be(&ratios[i], middle))
			ratios[kept++] = ratios[i];
	return kept;
}

/*
 * Are these that share of the time, and a quarter without the longest: not a
 * single kernel that differs?
 */
static bool
are_most(const struct ratio *ratios, size_t n, const struct some_kernels *of)
{
	double sum = 0, longest = 0, total = (double)of->sum.a;

	for (size_t i = 0; i < n; i++) {
		sum += ratios[i].time;
		longest = fmax(longest, ratios[i].time);
	}
	return n >= LEAST_NAMES && sum >= of->share * total &&
	    sum - longest >= total / 4;
}

/* The family that all of these, some, are of; empty: of several, or none. */
static struct span
common_family(const struct changes *c, const struct ratio *ratios, size_t n)
{
	struct span family = c->change[ratios[0].change].name;

	for (size_t i = 1; i < n; i++)
		if (!span_equal(family, c->change[ratios[i].change].name))
			return span_of("");
	return family;
}

/*
 * Of so much of the time, the verdict is that of all of it, where both differ
 * in one direction: sums of names alone leave out how these vary together.
 */
static void
join(struct changes *c, const struct report *r, const struct ratio *ratios,
    size_t n, const struct some_kernels *of)
{
	bool *marked = xcalloc(c->n + 1, sizeof *marked);
	struct span family = common_family(c, ratios, n);
	struct change *joined;

	for (size_t i = 0; i < n; i++)
		marked[ratios[i].change] = true;
	joined = changes_join(c, r, marked);
	joined->name = family;
	if ((joined->sum.b > joined->sum.a) == (of->sum.b > of->sum.a))
		joined->sum.verdict = of->sum.verdict;
	free(marked);
}

/* Joins those of these kernels that have one ratio; false: too few have. */
static bool
join_some(
    struct changes *c, const struct report *r, const struct some_kernels *of)
{
	struct ratio *ratios = xcalloc(c->n + 1, sizeof *ratios);
	size_t n = find_ratios(c, of->family, ratios);
	double middle = median_log(ratios, n);
	double a = (double)of->sum.a, b = (double)of->sum.b;
	bool most;

	n = keep_near(ratios, n, middle);
	most = are_most(ratios, n, of) &&
	    threshold_exceeded(middle, threshold_log(r->floor, a, b));
	if (most)
		join(c, r, ratios, n, of);
	free(ratios);
	return most;
}

void
changes_join_alike(struct changes *c, const struct report *r)
{
	struct some_kernels all = {
	    .sum = measure_whole(r, PORTION_ALL), .share = 0.5};
	struct changes families;

	if (join_some(c, r, &all))
		return;
	changes_find_families(&families, r);
	for (size_t i = 0; i < families.n; i++) {
		struct some_kernels of = {.family = families.change[i].name,
		    .sum = families.change[i].sum,
		    .share = 0.8};

		join_some(c, r, &of);
	}
	changes_free(&families);
}
