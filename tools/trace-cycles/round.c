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

enum { TRIES = 8 };

/* What settled, and the space that the cover gave to each piece. */
struct handover {
	const struct piece *nominal;
	const struct unsettled *unsettled;
	const struct settled *settled;
	struct round *out;
};

/* Where the last repeat of a piece ends, or the piece if it has none. */
static uint32_t
last_end(const struct round *out, const struct round_piece *p)
{
	return p->repeats ? out->repeats.list[p->first + p->repeats - 1].end
			  : p->end;
}

/*
 * Adds a row of repeats, which takes up as much of [from, to) as those before
 * leave it.
 */
static void
add_row(struct round *out, struct round_piece row, uint32_t from, uint32_t to)
{
	uint32_t first =
	    row.repeats ? out->repeats.list[row.first].start : from;

	row.start = first < from ? first : from;
	row.end = to;
	row.end = last_end(out, &row) > to ? last_end(out, &row) : to;
	if (out->n > 0) {
		struct round_piece *before = &out->piece[out->n - 1];

		if (row.repeats && row.start < before->end)
			row.start = first;
		if (before->end > row.start)
			before->end = last_end(out, before);
	}
	out->piece[out->n++] = row;
}

/*
 * What a piece takes up beside its repeats: parts of others, as far as they fit
 * without a fault. What is as long as a repeat is no part of one, though it may
 * fit in symbols: fifty steps are no part of a request of five.
 */
static struct repeat
space_of(const struct handover *h, size_t i)
{
	const struct settled *s = h->settled;
	const struct chains *all = h->unsettled->chains;
	const struct text *t = h->unsettled->text;
	const struct chain *c = unsettled_chain(h->unsettled, i);
	struct repeat space = {h->nominal[i].start, h->nominal[i].end};
	uint32_t usual = s->group[s->group_of[i]].usual, start, end;
	struct repeat repeats;

	if (s->first[i] == s->first[i + 1])
		return space;
	repeats = (struct repeat){s->repeats.list[s->first[i]].start,
	    s->repeats.list[s->first[i + 1] - 1].end};
	start = chains_segment(all, c, repeats.start)->start;
	end = chains_segment(all, c, repeats.end - 1)->end;
	space.start = start > space.start ? start : space.start;
	space.end = end < space.end ? end : space.end;
	while (space.start < repeats.start &&
	    text_kernels(t, space.start, repeats.start) >= usual)
		space.start++;
	while (space.end > repeats.end &&
	    text_kernels(t, repeats.end, space.end) >= usual)
		space.end--;
	return space;
}

/* Hands over a piece as rows, with repeats that are unlike between them. */
static int
hand_over_piece(const struct handover *h, size_t i)
{
	const struct settled *s = h->settled;
	struct repeats *to = &h->out->repeats;
	struct round_piece row = {.group = s->group_of[i], .first = to->n};
	struct repeat space = space_of(h, i);
	uint32_t from = space.start;

	for (size_t k = s->first[i]; k < s->first[i + 1]; k++) {
		struct repeat r = s->repeats.list[k];

		if (s->repeats.faults[k] != SETTLE_UNLIKE) {
			if (repeats_add(to, r, s->repeats.faults[k]))
				return -1;
			row.repeats++;
			continue;
		}
		if (row.repeats)
			add_row(h->out, row, from, to->list[to->n - 1].end);
		row.first = to->n;
		row.repeats = 0;
		from = r.end;
	}
	add_row(h->out, row, from, space.end);
	return 0;
}

static int
hand_over(const struct handover *h)
{
	struct round *out = h->out;
	size_t most = h->unsettled->n + h->settled->repeats.n;

	out->piece = malloc((most + 1) * sizeof *out->piece);
	if (!out->piece)
		return -1;
	for (size_t i = 0; i < h->unsettled->n; i++)
		if (hand_over_piece(h, i))
			return -1;
	out->groups = (uint32_t)h->settled->groups;
	return 0;
}

/* Bars the classes of groups that are no cycle. Returns whether there are any.
 */
static bool
bar_loose(const struct unsettled *u, const struct settled *s, bool *barred)
{
	bool any = false;

	for (size_t i = 0; i < u->n; i++)
		if (s->group[s->group_of[i]].loose)
			any = barred[unsettled_chain(u, i)->class] = true;
	return any;
}

/*
 * Settles with what is innermost. Returns 0, 1 if some of that is no cycle, or
 * -1: no memory.
 */
static int
settle_innermost(struct finder *f, const struct inner *inner, bool *barred,
    struct round *out)
{
	struct unsettled u = {.text = f->text,
	    .chains = &f->chains,
	    .from = 0,
	    .to = (uint32_t)f->text->n,
	    .longest = f->limits->longest};
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
			rc =
			    hand_over(&(struct handover){nominal, &u, &s, out});
		if (rc == 0)
			rc = bar_loose(&u, &s, barred);
	}
	settle_free(&s);
	free(nominal);
	free(u.piece);
	free(u.group_of_class);
	return rc;
}

/* Finds what is innermost, without the classes that are barred; likewise. */
static int
try_round(struct finder *f, bool *barred, struct round *out)
{
	struct inner inner = {0};
	int rc = -1;

	for (uint32_t class = 0; class < f->chains.classes; class ++)
		f->facts[class].barred = barred[class];
	if (inner_find(&inner, f) == 0) {
		for (uint32_t class = 0; class < f->chains.classes; class ++)
			f->facts[class].barred = !inner.innermost[class];
		rc = settle_innermost(f, &inner, barred, out);
	}
	inner_free(&inner);
	return rc;
}

/* If all turns out to be no cycle, it gives way to others, a few times. */
int
round_find(const struct text *text, const struct round_limits *limits,
    struct round *out)
{
	bool *barred = NULL;
	struct finder f;
	int rc = -1;

	*out = (struct round){0};
	if (finder_init(&f, text, limits) == 0)
		barred = calloc(f.chains.classes + 1u, sizeof *barred);
	for (int tries = 0; barred && tries < TRIES; tries++) {
		round_free(out);
		rc = try_round(&f, barred, out);
		if (rc <= 0 || out->repeats.n > 0)
			break;
	}
	free(barred);
	finder_free(&f);
	return rc < 0 ? -1 : 0;
}

void
round_free(struct round *r)
{
	free(r->piece);
	repeats_free(&r->repeats);
	*r = (struct round){0};
}
