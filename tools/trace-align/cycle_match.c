#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-align/cycle_match.h"

/* How many names both have in a tier, order aside; *left is zeroed room. */
static double
count_common(const struct cycle_rows *a, const struct cycle_rows *b,
    const uint32_t *id, size_t *left)
{
	double common = 0;

	for (size_t i = 0; i < a->nrows; i++)
		left[id[a->rows[i].name]]++;
	for (size_t i = 0; i < b->nrows; i++) {
		size_t *n = &left[id[b->rows[i].name]];

		common += *n > 0;
		*n -= *n > 0;
	}
	for (size_t i = 0; i < a->nrows; i++)
		left[id[a->rows[i].name]] = 0;
	return common;
}

/*
 * How many of their kernels two cycles have in common, by the scores of
 * likeness.h, of the longer one's: a layer is not much like a step of many.
 */
static double
likeness_of(const struct cycle_rows *a, const struct cycle_rows *b,
    const struct likeness *names)
{
	size_t *left = xcalloc(names->n + 1, sizeof *left);
	double score = 0;
	size_t longer = a->nrows > b->nrows ? a->nrows : b->nrows;

	for (int k = 0; k < ALIGN_TIERS; k++) {
		int next = k + 1 < ALIGN_TIERS ? score_of_pair[k + 1] : 0;

		score += (score_of_pair[k] - next) *
		    count_common(a, b, names->tier[k], left);
	}
	free(left);
	return longer ? score / SCORE_EXACT / (double)longer : 0;
}

const struct cycle_rows *
cycle_match_alike(const struct cycle_table *t, const struct cycle_rows *c,
    const struct likeness *names)
{
	const struct cycle_rows *best = NULL;
	double most = -1;

	for (size_t i = 0; i < t->ncycles; i++) {
		double likeness = likeness_of(c, &t->cycles[i], names);

		if (likeness > most) {
			most = likeness;
			best = &t->cycles[i];
		}
	}
	return best;
}

double
cycle_match_share(const struct cycle_table *t, const struct cycle_rows *c)
{
	double all = 0;

	if (c->share >= 0)
		return c->share;
	for (size_t i = 0; i < t->ncycles; i++)
		all += (double)t->cycles[i].total;
	return all > 0 ? (double)c->total / all : 0;
}

struct couple
cycle_match_couple(const struct cycle_table *ta, const struct cycle_rows *a,
    const struct cycle_table *tb, const struct cycle_rows *b,
    const struct likeness *names)
{
	return (struct couple){.a = a,
	    .b = b,
	    .likeness = likeness_of(a, b, names),
	    .claim = {a->in_step && b->in_step,
		cycle_rows_kernels(a) > 1 && cycle_rows_kernels(b) > 1 &&
		    !a->several && !b->several,
		fmin(cycle_match_share(ta, a), cycle_match_share(tb, b))},
	    .time = a->total / 2 + b->total / 2};
}

/* The most alike first. */
ORDER_BY(compare_likeness, struct couple, DOWN(likeness), DOWN(time),
    (x->a->place + x->b->place > y->a->place + y->b->place) -
	(x->a->place + x->b->place < y->a->place + y->b->place),
    UP(a))

ORDER_BY(compare_couples, struct couple, UP(a))

static bool
is_wanted(const struct wanted *w, const struct cycle_rows *c)
{
	if (w->step && c->level.n > 0 && !span_is(c->level, "1"))
		return false;
	if (!w->phase || span_is(c->phase, w->phase))
		return true;
	return strcmp(w->phase, "unknown") == 0 &&
	    (!cycle_rows_has_phase(c) || span_is(c->phase, "training"));
}

/* Two phases that are known and not the same are never a couple. */
static bool
may_pair(const struct cycle_rows *a, const struct cycle_rows *b,
    const struct wanted *w)
{
	return is_wanted(w, a) && is_wanted(w, b) &&
	    (!cycle_rows_has_phase(a) || !cycle_rows_has_phase(b) ||
		span_equal(a->phase, b->phase));
}

/* All that may be couples, n of them, sorted, the most alike first. */
static struct couple *
find_candidates(const struct cycle_table *a, const struct cycle_table *b,
    const struct likeness *names, const struct wanted *w, size_t *n)
{
	struct couple *c = xcalloc(a->ncycles * b->ncycles + 1, sizeof *c);

	*n = 0;
	for (size_t i = 0; i < a->ncycles; i++)
		for (size_t j = 0; j < b->ncycles; j++)
			if (may_pair(&a->cycles[i], &b->cycles[j], w))
				c[(*n)++] = cycle_match_couple(
				    a, &a->cycles[i], b, &b->cycles[j], names);
	ARRAY_SORT(c, *n, compare_likeness);
	return c;
}

static size_t
shorter(const struct couple *c)
{
	return c->a->nrows < c->b->nrows ? c->a->nrows : c->b->nrows;
}

/* Adds the shares of a cycle's time by the kind of work. */
static void
add_work(const struct cycle_rows *c, const struct likeness *names, double *work)
{
	for (size_t i = 0; i < c->nrows && c->total > 0; i++)
		work[names->tier[ALIGN_FAMILY][c->rows[i].name]] +=
		    (double)c->rows[i].sum / (double)c->total;
}

/* Do they have most kinds of work in common (Jaccard), and most time in them?
 */
static bool
do_same_work(const struct cycle_rows *a, const struct cycle_rows *b,
    const struct likeness *names)
{
	double *of_a = xcalloc(names->n + 1, sizeof *of_a);
	double *of_b = xcalloc(names->n + 1, sizeof *of_b), time = 0;
	size_t both = 0, all = 0;

	add_work(a, names, of_a);
	add_work(b, names, of_b);
	for (size_t i = 0; i < names->n; i++) {
		both += of_a[i] > 0 && of_b[i] > 0;
		all += of_a[i] > 0 || of_b[i] > 0;
		time += fmin(of_a[i], of_b[i]);
	}
	free(of_a);
	free(of_b);
	return 2 * both > all && time > 0.5;
}

/*
 * Of the cycles that are left, the two that take most of their traces: the
 * steps of two networks of unlike depth do the same work, but have few kernels
 * in common by number. Returns how many couples.
 */
static size_t
take_steps(const struct likeness *names, const struct couple *c, size_t n,
    bool *const used[2], struct couple *steps)
{
	double most = 0;

	for (size_t k = 0; k < n; k++) {
		const struct couple *p = &c[k];

		if (used[0][p->a->place] || used[1][p->b->place] ||
		    p->claim.time <= most || !do_same_work(p->a, p->b, names))
			continue;
		most = p->claim.time;
		*steps = *p;
	}
	return most > 0;
}

/*
 * Where no cycles are alike, those of most kernels: two steps under other names
 * have more in common than a step and a layer. Returns how many couples.
 */
static size_t
take_longest(const struct couple *c, size_t n, struct couple *longest)
{
	for (size_t k = 0; k < n; k++)
		if (k == 0 || shorter(&c[k]) > shorter(longest))
			*longest = c[k];
	longest->why = "no cycles are alike; these have the most kernels";
	return n > 0;
}

size_t
cycle_match_find(const struct cycle_table *a, const struct cycle_table *b,
    const struct likeness *names, const struct wanted *w,
    struct couple **couples)
{
	size_t candidates, n = 0;
	struct couple *c = find_candidates(a, b, names, w, &candidates);
	bool *used[2] = {
	    xcalloc(a->ncycles + 1, 1), xcalloc(b->ncycles + 1, 1)};

	*couples = xcalloc(a->ncycles + b->ncycles + 1, sizeof **couples);
	for (size_t k = 0; k < candidates; k++) {
		struct couple p = c[k];

		if (used[0][p.a->place] || used[1][p.b->place])
			continue;
		if (p.likeness < PAIRING_LEAST)
			break;
		used[0][p.a->place] = used[1][p.b->place] = true;
		(*couples)[n++] = p;
	}
	n += take_steps(names, c, candidates, used, *couples + n);
	if (n == 0)
		n = take_longest(c, candidates, *couples);
	qsort(*couples, n, sizeof **couples, compare_couples);
	free(c);
	free(used[0]);
	free(used[1]);
	return n;
}
