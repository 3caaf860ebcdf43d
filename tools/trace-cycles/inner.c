#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/between.h"
#include "tools/trace-cycles/inner.h"

enum {
	SYSTEMATIC = 4, /* periods */
	UNEXPLAINED = 4 /* one in so many faults */
};

/*
 * Inside something that repeats, a piece of which one repeat in eight has a
 * fault may be a loose likeness, such as of two layers that differ in one
 * kernel: what they make up together is taken first. It is noise instead, and
 * the piece stays, if the outer chain leaves a quarter of these faults
 * unexplained, as one of several steps does by chance whose ways of sampling
 * change, or comes fewer than four times, or, unless it has no fault at all, if
 * the piece itself holds others.
 */
static bool
is_loose(
    const struct finder *f, const struct chain *outer, const struct piece *p)
{
	const struct chain *c = &f->chains.chain[p->chain];
	const struct segment *first = chains_segment(&f->chains, c, p->start);
	const struct segment *last = chains_segment(&f->chains, c, p->end);
	uint64_t faults = (uint64_t)(last - first);
	uint64_t length = outer->end - outer->start;
	uint64_t left = (uint64_t)(outer->segments - 1) * outer->period;

	return (f->facts[c->class].inside == 0 || outer->segments == 1) &&
	    faults > (p->end - p->start) / c->period / 8 &&
	    faults * length > left * UNEXPLAINED &&
	    length >= (uint64_t)SYSTEMATIC * outer->period;
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
	if (look_inside(s) == 0 && between_find(s) == 0)
		rc = 0;
	for (size_t i = 0; i < n && rc == 0; i++)
		rc = between_lay(s, &piece[i], out->barred);
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
	struct search s = {.finder = f,
	    .met = calloc(classes, sizeof *s.met),
	    .index = calloc(classes, sizeof *s.index)};
	int rc = -1;

	out->innermost = calloc(classes, sizeof *out->innermost);
	out->barred = calloc(f->text->n + 1, 1);
	if (s.met && s.index && out->innermost && out->barred)
		rc = search(&s, out);
	for (size_t i = 0; i < s.n; i++)
		free(s.met[i].piece);
	free(s.between);
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
