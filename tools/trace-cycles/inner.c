#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/inner.h"

enum { SYSTEMATIC = 4 /* periods */ };

/*
 * A class that was met: what is between the pieces inside its root. By phase,
 * so that it can be laid on any chain of the class.
 */
struct met {
	const struct chain *chain;
	struct piece *piece; /* inside the root */
	size_t n;
	unsigned char *between; /* by phase; NULL if there are no pieces */
};

struct search {
	struct finder *finder;
	struct met *met; /* in the order of meeting */
	size_t n;
	size_t *index; /* of each class: 1 + its place in `met`, or 0 */
};

/*
 * Inside something that repeats, a piece of which one repeat in eight has a
 * fault may be a loose likeness, such as of two layers that differ in one
 * kernel: what they make up together is taken first. It is noise instead, and
 * the piece stays, if the outer chain has as many faults or comes fewer than
 * four times, or, unless that has none at all, if the piece itself holds
 * others.
 */
static bool
is_loose(
    const struct finder *f, const struct chain *outer, const struct piece *p)
{
	const struct chain *c = &f->chains.chain[p->chain];
	const struct segment *first = chains_segment(&f->chains, c, p->start);
	const struct segment *last = chains_segment(&f->chains, c, p->end);
	uint64_t faults = (uint64_t)(last - first);
	uint64_t outer_faults = (uint64_t)(outer->segments - 1) *
	    outer->period / (outer->end - outer->start);

	return (f->facts[c->class].inside == 0 || outer->segments == 1) &&
	    faults > (p->end - p->start) / c->period / 8 &&
	    faults > outer_faults &&
	    outer->end - outer->start >= SYSTEMATIC * outer->period;
}

static size_t
drop_loose(const struct finder *f, const struct chain *outer,
    struct piece *piece, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!is_loose(f, outer, &piece[i]))
			piece[kept++] = piece[i];
	return kept;
}

/* Notes the classes of pieces that were not met before. */
static void
meet(struct search *s, const struct piece *piece, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct chain *c =
		    &s->finder->chains.chain[piece[i].chain];

		if (s->index[c->class])
			continue;
		s->met[s->n++] = (struct met){.chain = c};
		s->index[c->class] = s->n;
	}
}

/* Looks inside the classes met, and so meets others. */
static int
look_inside(struct search *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct met *m = &s->met[i];
		uint32_t root = m->chain->root;

		m->piece = finder_pieces(
		    s->finder, root, root + m->chain->period, NULL, &m->n);
		if (!m->piece)
			return -1;
		m->n = drop_loose(s->finder, m->chain, m->piece, m->n);
		meet(s, m->piece, m->n);
	}
	return 0;
}

/* The phase of a place in a chain. */
static uint32_t
phase_at(const struct search *s, const struct chain *c, uint32_t at)
{
	uint64_t travel = chains_travel(&s->finder->chains, c, at);

	return (uint32_t)((c->phase + travel) % c->period);
}

/*
 * Does something with each symbol of a piece that fits: its place, its phase.
 */
static void
for_fitting(const struct search *s, const struct piece *p,
    void (*visit)(void *, uint32_t at, uint32_t phase), void *data)
{
	const struct chains *all = &s->finder->chains;
	const struct chain *c = &all->chain[p->chain];
	const struct segment *seg = chains_segment(all, c, p->start);
	const struct segment *last = chains_segment(all, c, p->end);

	for (; seg <= last; seg++) {
		uint32_t at = seg->start > p->start ? seg->start : p->start;
		uint32_t end = seg->end < p->end ? seg->end : p->end;
		uint32_t phase = phase_at(s, c, at);

		for (; at < end; at++) {
			visit(data, at, phase);
			phase = phase + 1 < c->period ? phase + 1 : 0;
		}
	}
}

/* A piece on which what is between those inside is laid. */
struct laying {
	const unsigned char *between; /* by phase */
	uint32_t *times;    /* of each phase: how often it fits; may be NULL */
	unsigned char *out; /* for the symbol at `from`, and so on */
	uint32_t from;
};

static void
count_phase(void *data, uint32_t at, uint32_t phase)
{
	struct laying *l = data;

	(void)at;
	l->times[phase]++;
}

static void
lay_phase(void *data, uint32_t at, uint32_t phase)
{
	struct laying *l = data;

	if (!l->times || l->times[phase] > 1)
		l->out[at - l->from] = l->between[phase];
}

static const unsigned char *
between_of(const struct search *s, const struct piece *p)
{
	uint32_t class = s->finder->chains.chain[p->chain].class;

	return s->met[s->index[class] - 1].between;
}

/* Lays it on a piece inside a root. */
static void
lay(const struct search *s, const struct piece *p, unsigned char *out)
{
	struct laying l = {between_of(s, p), NULL, out, p->start};

	if (l.between)
		for_fitting(s, p, lay_phase, &l);
}

/* Lays it on a piece of the text, but for what is in the root alone: noise. */
static int
lay_on_text(const struct search *s, const struct piece *p, unsigned char *out)
{
	uint32_t period = s->finder->chains.chain[p->chain].period;
	struct laying l = {between_of(s, p), NULL, out, 0};

	if (!l.between)
		return 0;
	l.times = calloc(period, sizeof *l.times);
	if (!l.times)
		return -1;
	for_fitting(s, p, count_phase, &l);
	for_fitting(s, p, lay_phase, &l);
	free(l.times);
	return 0;
}

/* What is between the pieces inside a root, by phase. */
static int
find_between(struct search *s, struct met *m)
{
	uint32_t period = m->chain->period, root = m->chain->root;
	uint32_t phase = phase_at(s, m->chain, root);
	unsigned char *straight = malloc(period);

	m->between = malloc(period);
	if (!straight || !m->between) {
		free(straight);
		return -1;
	}
	memset(straight, 1, period);
	for (size_t i = 0; i < m->n; i++) {
		const struct piece *p = &m->piece[i];

		memset(straight + (p->start - root), 0, p->end - p->start);
		lay(s, p, straight + (p->start - root));
	}
	for (uint32_t i = 0; i < period; i++)
		m->between[(phase + i) % period] = straight[i];
	free(straight);
	return 0;
}

static int
compare_period(const void *a, const void *b)
{
	const struct met *x = a, *y = b;

	if (x->chain->period != y->chain->period)
		return x->chain->period < y->chain->period ? -1 : 1;
	return (x->chain->class > y->chain->class) -
	    (x->chain->class < y->chain->class);
}

/*
 * From short periods to long ones: what is inside comes before what holds it.
 */
static int
find_all_between(struct search *s)
{
	if (s->n)
		qsort(s->met, s->n, sizeof *s->met, compare_period);
	for (size_t i = 0; i < s->n; i++)
		s->index[s->met[i].chain->class] = i + 1;
	for (size_t i = 0; i < s->n; i++)
		if (s->met[i].n && find_between(s, &s->met[i]))
			return -1;
	return 0;
}

/*
 * What fits into a chain of something innermost may be part of it: a root
 * begins anywhere, and may cut what is inside.
 */
static void
free_fitting(const struct chains *all, struct inner *out)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct chain *c = &all->chain[i];
		const struct segment *s = all->segment + c->first;

		if (!out->innermost[c->class])
			continue;
		for (uint32_t k = 0; k < c->segments; k++)
			memset(
			    out->barred + s[k].start, 0, s[k].end - s[k].start);
	}
}

static int
search(struct search *s, struct inner *out)
{
	size_t n;
	struct piece *piece =
	    finder_pieces(s->finder, 0, (uint32_t)s->finder->text->n, NULL, &n);
	int rc = -1;

	if (!piece)
		return -1;
	meet(s, piece, n);
	if (look_inside(s) == 0 && find_all_between(s) == 0)
		rc = 0;
	for (size_t i = 0; i < n && rc == 0; i++)
		rc = lay_on_text(s, &piece[i], out->barred);
	for (size_t i = 0; i < s->n; i++)
		out->innermost[s->met[i].chain->class] = s->met[i].n == 0;
	free_fitting(&s->finder->chains, out);
	free(piece);
	return rc;
}

int
inner_find(struct inner *out, struct finder *f)
{
	size_t classes = f->chains.classes + 1u;
	struct search s = {f, calloc(classes, sizeof *s.met), 0,
	    calloc(classes, sizeof *s.index)};
	int rc = -1;

	out->innermost = calloc(classes, sizeof *out->innermost);
	out->barred = calloc(f->text->n + 1, 1);
	if (s.met && s.index && out->innermost && out->barred)
		rc = search(&s, out);
	for (size_t i = 0; i < s.n; i++) {
		free(s.met[i].piece);
		free(s.met[i].between);
	}
	free(s.met);
	free(s.index);
	return rc;
}

void
inner_free(struct inner *i)
{
	free(i->innermost);
	free(i->barred);
	*i = (struct inner){0};
}
