#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/finder.h"
#include "tools/trace-cycles/follow.h"
#include "tools/trace-cycles/seeds.h"

/* The kernels of a root. */
static uint32_t
kernels_of(const struct finder *f, uint32_t root, uint32_t period)
{
	return text_kernels(f->text, root, root + period);
}

/* What it costs to name a repetition of that root. */
static uint32_t
price_of(const struct finder *f, uint32_t root, uint32_t period)
{
	return kernels_of(f, root, period) == period ? COVER_PRICE
						     : COVER_PRICE_OF_SYMBOLS;
}

/*
 * Drops runs whose roots are not as long as wanted, and those that save nothing
 * even if used in full; seeds, of less than two periods, may become longer.
 */
static void
keep_worthy(const struct finder *f, struct runs *r)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct run *run = &r->run[i];
		uint32_t p = run->period, length = run->end - run->start;
		uint32_t kernels = kernels_of(f, run->start, p);

		if (kernels >= f->limits->shortest &&
		    kernels <= f->limits->longest &&
		    (length < 2 * p || length > p + price_of(f, run->start, p)))
			r->run[kept++] = *run;
	}
	r->n = kept;
}

static int
find_chains(struct finder *f)
{
	size_t longest = f->limits->longest;
	struct runs runs = {0};
	int rc = -1;

	if (runs_find(f->text, longest, &runs) == 0 &&
	    seeds_find(f->text, longest, &runs) == 0) {
		keep_worthy(f, &runs);
		runs_sort(&runs);
		rc = follow_runs(f->text, &runs, &f->chains);
	}
	runs_free(&runs);
	return rc;
}

static int
gather(struct finder *f, uint32_t from, uint32_t to)
{
	return reach_gather(
	    &f->reach, from, to, f->limits->reps, f->facts, &f->gathered);
}

static int
cover(struct finder *f, uint32_t from, uint32_t to, uint32_t *saved)
{
	return cover_find(
	    &f->cover, from, to, f->gathered.candidate, f->gathered.n, saved);
}

static int
compare_start(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->chain > y->chain) - (x->chain < y->chain);
}

/* The parts of one candidate between barred symbols, behind those before. */
static int
cut_one(struct finder *f, struct candidate c, const unsigned char *barred)
{
	struct gathered *g = &f->gathered;
	uint32_t end = c.end;
	size_t fewest = f->limits->reps * f->chains.chain[c.chain].period;
	struct candidate *grown;

	for (; c.start < end; c.start = c.end) {
		while (c.start < end && barred[c.start])
			c.start++;
		for (c.end = c.start; c.end < end && !barred[c.end];)
			c.end++;
		if (c.end - c.start < fewest)
			continue;
		grown =
		    array_grow(g->candidate, &g->cap, g->n + 1, sizeof *grown);
		if (!grown)
			return -1;
		g->candidate = grown;
		g->candidate[g->n++] = c;
	}
	return 0;
}

/* Cuts what was gathered at barred symbols. */
static int
cut(struct finder *f, const unsigned char *barred)
{
	struct gathered *g = &f->gathered;
	size_t n = g->n;

	for (size_t i = 0; i < n; i++)
		if (cut_one(f, g->candidate[i], barred))
			return -1;
	g->n -= n;
	if (g->n)
		memmove(g->candidate, g->candidate + n,
		    g->n * sizeof *g->candidate);
	if (g->n)
		qsort(g->candidate, g->n, sizeof *g->candidate, compare_start);
	return 0;
}

struct piece *
finder_pieces(struct finder *f, uint32_t from, uint32_t to,
    const unsigned char *barred, size_t *n)
{
	uint32_t saved;

	if (gather(f, from, to) || (barred && cut(f, barred)) ||
	    cover(f, from, to, &saved))
		return NULL;
	return cover_pieces(&f->cover, from, to, f->gathered.candidate, n);
}

static int
compare_period(const void *a, const void *b)
{
	const struct chain *const *x = a, *const *y = b;

	if ((*x)->period != (*y)->period)
		return (*x)->period < (*y)->period ? -1 : 1;
	if ((*x)->class != (*y)->class)
		return (*x)->class < (*y)->class ? -1 : 1;
	return (*x > *y) - (*x < *y);
}

static int
look_inside(struct finder *f, const struct chain *c, uint32_t *saved)
{
	uint32_t end = c->root + c->period;

	return gather(f, c->root, end) || cover(f, c->root, end, saved) ? -1
									: 0;
}

/* What each class costs, and what it saves inside: short periods first. */
static int
learn_facts(struct finder *f)
{
	size_t n = f->chains.n;
	const struct chain **todo =
	    malloc((n + 1) * sizeof(const struct chain *));
	int rc = todo ? 0 : -1;

	for (size_t i = 0; i < n && todo; i++)
		todo[i] = &f->chains.chain[i];
	if (todo)
		qsort(todo, n, sizeof(const struct chain *), compare_period);
	for (size_t i = 0; i < n && rc == 0; i++) {
		const struct chain *c = todo[i];
		struct class_facts *facts = &f->facts[c->class];

		if (i > 0 && c->class == todo[i - 1]->class)
			continue;
		facts->price = price_of(f, c->root, c->period);
		if (c->period > COVER_PRICE_OF_SYMBOLS + 1)
			rc = look_inside(f, c, &facts->inside);
	}
	free(todo);
	return rc;
}

int
finder_init(struct finder *f, const struct text *text,
    const struct round_limits *limits)
{
	*f = (struct finder){.text = text, .limits = limits};
	if (find_chains(f))
		return -1;
	f->facts = calloc(f->chains.classes + 1u, sizeof *f->facts);
	if (!f->facts || reach_init(&f->reach, &f->chains) ||
	    cover_init(&f->cover, &f->chains, text->n, limits->reps))
		return -1;
	return learn_facts(f);
}

void
finder_free(struct finder *f)
{
	chains_free(&f->chains);
	free(f->facts);
	reach_free(&f->reach);
	cover_free(&f->cover);
	free(f->gathered.candidate);
}
