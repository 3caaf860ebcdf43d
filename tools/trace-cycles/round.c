/*
 * All maximal repetitions of the text are found (runs.h, seeds.h) and followed
 * over faults (follow.h). What a chain saves inside one of its periods is found
 * for short periods first, so that a step of 36 layers knows what its layers
 * save when it competes with them (cover.h). From the chains of the best cover
 * the innermost are found by looking inside, and inside what is there; with
 * these alone the text is covered once more, so that a layer is taken for one
 * wherever it stands, in a step that is found already or in one that is not.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/follow.h"
#include "tools/trace-cycles/reach.h"
#include "tools/trace-cycles/round.h"
#include "tools/trace-cycles/seeds.h"

struct finder {
	const struct round_text *in;
	const struct text *text;
	const struct round_limits *limits;
	struct chains chains;
	struct class_facts *facts; /* of each class */
	struct reach reach;
	struct cover cover;
	struct gathered gathered;
};

/* The kernels of a root. */
static uint32_t
kernels_of(const struct finder *f, uint32_t root, uint32_t period)
{
	return f->in->at[root + period] - f->in->at[root];
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
	struct runs runs;
	int rc;

	if (runs_find(f->text, 1, longest, 2, &runs))
		return -1;
	keep_worthy(f, &runs);
	rc = seeds_find(f->text, 1, longest, &runs);
	keep_worthy(f, &runs);
	if (rc == 0)
		rc = follow_runs(f->text, &runs, &f->chains);
	runs_free(&runs);
	return rc;
}

static int
cover_interval(struct finder *f, uint32_t from, uint32_t to, uint32_t *saved)
{
	if (reach_gather(
		&f->reach, from, to, f->limits->reps, f->facts, &f->gathered))
		return -1;
	return cover_find(
	    &f->cover, from, to, f->gathered.candidate, f->gathered.n, saved);
}

/* The pieces of the best cover of an interval; NULL when there is no memory. */
static struct piece *
find_pieces(struct finder *f, uint32_t from, uint32_t to, size_t *n)
{
	const struct candidate *all;
	struct piece *piece;
	uint32_t saved;

	if (cover_interval(f, from, to, &saved))
		return NULL;
	all = f->gathered.candidate;
	*n = cover_pieces(&f->cover, from, to, all, NULL, 0);
	piece = malloc((*n + 1) * sizeof *piece);
	if (piece)
		cover_pieces(&f->cover, from, to, all, piece, *n);
	return piece;
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

/* What each class costs, and what it saves inside: short periods first. */
static int
look_inside(struct finder *f)
{
	size_t n = f->chains.n;
	const struct chain **todo = malloc((n + 1) * sizeof *todo);
	int rc = todo ? 0 : -1;

	for (size_t i = 0; i < n && todo; i++)
		todo[i] = &f->chains.chain[i];
	if (todo)
		qsort(todo, n, sizeof *todo, compare_period);
	for (size_t i = 0; i < n && rc == 0; i++) {
		const struct chain *c = todo[i];
		struct class_facts *facts = &f->facts[c->class];

		if (i > 0 && c->class == todo[i - 1]->class)
			continue;
		facts->price = price_of(f, c->root, c->period);
		if (c->period > COVER_PRICE_OF_SYMBOLS + 1)
			rc = cover_interval(
			    f, c->root, c->root + c->period, &facts->inside);
	}
	free(todo);
	return rc;
}

/* Chains whose inside is yet to be looked at, at most one of each class. */
struct worklist {
	uint32_t *chain;
	size_t n;
	bool *seen; /* of each class */
};

/*
 * Inside something that repeats, a piece of which one repeat in eight has a
 * fault is a loose likeness, such as of two layers that differ in one kernel:
 * what they make up together is taken first.
 */
static bool
is_loose(const struct finder *f, const struct piece *p)
{
	const struct chain *c = &f->chains.chain[p->chain];
	const struct segment *first = chains_segment(&f->chains, c, p->start);
	const struct segment *last = chains_segment(&f->chains, c, p->end);
	uint32_t faults = (uint32_t)(last - first);

	return faults > (p->end - p->start) / c->period / 8;
}

static void
add_work(const struct finder *f, struct worklist *w, const struct piece *piece,
    size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t class = f->chains.chain[piece[i].chain].class;

		if (!w->seen[class])
			w->chain[w->n++] = piece[i].chain;
		w->seen[class] = true;
	}
}

static size_t
drop_loose(const struct finder *f, struct piece *piece, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!is_loose(f, &piece[i]))
			piece[kept++] = piece[i];
	return kept;
}

/* Bars all classes but those that are met on the way inside and hold nothing.
 */
static int
find_innermost(struct finder *f, struct worklist *w, bool *innermost)
{
	for (size_t i = 0; i < w->n; i++) {
		const struct chain *c = &f->chains.chain[w->chain[i]];
		struct piece *piece;
		size_t n;

		piece = find_pieces(f, c->root, c->root + c->period, &n);
		if (!piece)
			return -1;
		n = drop_loose(f, piece, n);
		add_work(f, w, piece, n);
		innermost[c->class] = n == 0;
		free(piece);
	}
	for (uint32_t class = 0; class < f->chains.classes; class ++)
		f->facts[class].barred = !innermost[class];
	return 0;
}

static int
bar_all_but_innermost(struct finder *f)
{
	size_t classes = f->chains.classes, n;
	struct worklist w = {malloc((classes + 1) * sizeof *w.chain), 0,
	    calloc(classes + 1, sizeof *w.seen)};
	bool *innermost = calloc(classes + 1, sizeof *innermost);
	struct piece *piece = find_pieces(f, 0, (uint32_t)f->text->n, &n);
	int rc = -1;

	if (w.chain && w.seen && innermost && piece) {
		add_work(f, &w, piece, n);
		rc = find_innermost(f, &w, innermost);
	}
	free(w.chain);
	free(w.seen);
	free(innermost);
	free(piece);
	return rc;
}

/* What settled, with the space that the cover gave to each piece. */
static int
hand_over(const struct piece *nominal, const struct unsettled *u,
    struct settled *s, struct round *out)
{
	out->piece = malloc((u->n + 1) * sizeof *out->piece);
	if (!out->piece)
		return -1;
	for (size_t i = 0; i < u->n; i++) {
		struct round_piece *p = &out->piece[i];

		p->start = nominal[i].start < u->piece[i].start
		    ? nominal[i].start
		    : u->piece[i].start;
		p->end = nominal[i].end > u->piece[i].end ? nominal[i].end
							  : u->piece[i].end;
		if (i && p->start < out->piece[i - 1].end)
			p->start = u->piece[i].start;
		if (i && out->piece[i - 1].end > p->start)
			out->piece[i - 1].end = u->piece[i - 1].end;
		p->group = s->group_of[i];
		p->first = s->first[i];
		p->repeats = s->first[i + 1] - s->first[i];
	}
	out->n = u->n;
	out->groups = (uint32_t)s->groups;
	out->repeat = s->repeat;
	out->repeats = s->repeats;
	out->faults = s->faults;
	s->repeat = NULL;
	s->faults = NULL;
	return 0;
}

static int
settle_innermost(struct finder *f, struct round *out)
{
	struct unsettled u = {
	    .chains = &f->chains, .from = 0, .to = (uint32_t)f->text->n};
	struct settled s = {0};
	struct piece *nominal = find_pieces(f, u.from, u.to, &u.n);
	int rc = -1;

	u.piece = malloc((u.n + 1) * sizeof *u.piece);
	u.group_of_class =
	    malloc((f->chains.classes + 1) * sizeof *u.group_of_class);
	if (nominal && u.piece && u.group_of_class) {
		memcpy(u.piece, nominal, u.n * sizeof *nominal);
		memset(u.group_of_class, 0xff,
		    f->chains.classes * sizeof *u.group_of_class);
		if (settle_phases(&u, &s) == 0 && settle_repeats(&u, &s) == 0)
			rc = hand_over(nominal, &u, &s, out);
	}
	settle_free(&s);
	free(nominal);
	free(u.piece);
	free(u.group_of_class);
	return rc;
}

int
round_find(const struct round_text *in, const struct round_limits *limits,
    struct round *out)
{
	struct finder f = {.in = in, .text = in->text, .limits = limits};
	int rc = -1;

	*out = (struct round){0};
	if (find_chains(&f) == 0) {
		f.facts = calloc(f.chains.classes + 1u, sizeof *f.facts);
		if (f.facts && reach_init(&f.reach, &f.chains) == 0 &&
		    cover_init(
			&f.cover, &f.chains, in->text->n, limits->reps) == 0 &&
		    look_inside(&f) == 0 && bar_all_but_innermost(&f) == 0)
			rc = settle_innermost(&f, out);
	}
	chains_free(&f.chains);
	free(f.facts);
	reach_free(&f.reach);
	cover_free(&f.cover);
	free(f.gathered.candidate);
	return rc;
}

void
round_free(struct round *r)
{
	free(r->piece);
	free(r->repeat);
	free(r->faults);
	*r = (struct round){0};
}
