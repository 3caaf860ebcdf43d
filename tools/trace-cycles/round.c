/*
 * The chains of the text compete (finder.h). From those of the best cover the
 * innermost are found by looking inside, and inside what is there (inner.h);
 * with these alone the text is covered once more, so that a layer is taken for
 * one wherever it stands, in a step that is found already or in one that is
 * not.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/inner.h"
#include "tools/trace-cycles/round.h"

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
	out->repeats = s->repeats;
	s->repeats = (struct repeats){0};
	return 0;
}

static int
settle_innermost(struct finder *f, const struct inner *inner, struct round *out)
{
	struct unsettled u = {.text = f->text,
	    .chains = &f->chains,
	    .from = 0,
	    .to = (uint32_t)f->text->n};
	struct settled s = {0};
	struct piece *nominal;
	int rc = -1;

	nominal = finder_pieces(f, u.from, u.to, inner->barred, &u.n);
	u.piece = malloc((u.n + 1) * sizeof *u.piece);
	u.group_of_class =
	    malloc((f->chains.classes + 1u) * sizeof *u.group_of_class);
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
round_find(const struct text *text, const struct round_limits *limits,
    struct round *out)
{
	struct inner inner = {0};
	struct finder f;
	int rc = -1;

	*out = (struct round){0};
	if (finder_init(&f, text, limits) == 0 && inner_find(&inner, &f) == 0) {
		for (uint32_t class = 0; class < f.chains.classes; class ++)
			f.facts[class].barred = !inner.innermost[class];
		rc = settle_innermost(&f, &inner, out);
	}
	inner_free(&inner);
	finder_free(&f);
	return rc;
}

void
round_free(struct round *r)
{
	free(r->piece);
	repeats_free(&r->repeats);
	*r = (struct round){0};
}
