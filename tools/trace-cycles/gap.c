#include "tools/trace-cycles/anchor.h"
#include "tools/trace-cycles/gap.h"

static uint32_t
length_of(struct repeat r)
{
	return r.end - r.start;
}

/* The repeat of the cycle that fits best at one end of a gap. */
static int64_t
fit(struct filler *f, const struct gap *g, struct repeat *out)
{
	struct align_task task = {
	    f->text, f->root, g->from, g->to, g->back, g->most};

	return align_next(&f->aligner, &task, out);
}

/*
 * A repeat that was cut short beside a gap is sought anew, with what is in the
 * gap.
 */
static int
lengthen(struct filler *f, size_t number, struct gap *g)
{
	struct instance *o = &f->all->list[number];
	struct gap with = *g;
	int64_t wrong,
	    lacks = (int64_t)length_of(f->root) - (int64_t)(o->end - o->start);
	struct repeat r;

	if (g->from == g->to || lacks < 2)
		return 0;
	if (g->back)
		with.to = o->end;
	else
		with.from = o->start;
	wrong = fit(f, &with, &r);
	if (wrong >= 0 && wrong < lacks) {
		o->start = r.start;
		o->end = r.end;
		o->faults = (uint32_t)wrong;
		o->mended = f->changed = true;
		if (g->back)
			g->to = r.start;
		else
			g->from = r.end;
	}
	return wrong < -1 ? -1 : 0;
}

/* Adds a repeat of the cycle that is like another of its row. */
static int
add_like(struct filler *f, struct instance o, struct repeat r, int64_t wrong)
{
	o.start = r.start;
	o.end = r.end;
	o.faults = (uint32_t)wrong;
	o.mended = f->changed = true;
	return instances_add(f->all, o);
}

/*
 * Fills a gap beside a repeat as far as it goes. At an end of the text a repeat
 * that is too short was cut off.
 */
static int
fill(struct filler *f, struct instance beside, struct gap *g)
{
	uint32_t length = length_of(f->root);
	struct repeat r;

	while (g->to - g->from + g->most >= length) {
		int64_t wrong = fit(f, g, &r);

		if (wrong < -1)
			return -1;
		if (wrong < 0 ||
		    (length_of(r) < length &&
			(r.start == 0 || r.end == f->text->n)))
			break;
		if (add_like(f, beside, r, wrong))
			return -1;
		if (g->back)
			g->to = r.start;
		else
			g->from = r.end;
	}
	return 0;
}

int
gap_fill(struct filler *f, size_t beside, struct gap *g)
{
	return lengthen(f, beside, g) || fill(f, f->all->list[beside], g) ? -1
									  : 0;
}

/* Whether the cycle has an anchor, or -1. */
static int
has_anchor(struct filler *f)
{
	int rc;

	if (f->anchor == ANCHOR_NOT_SOUGHT) {
		rc = anchor_choose(f->text, f->root, &f->offset);
		if (rc < 0)
			return -1;
		f->anchor = rc ? ANCHOR_FOUND : ANCHOR_ABSENT;
	}
	return f->anchor == ANCHOR_FOUND;
}

int
gap_search(struct filler *f, struct gap g)
{
	uint32_t length = length_of(f->root);
	uint32_t at = g.from;
	int has = 0;
	struct instance o = {.cycle = f->cycle, .in_row = 1};

	g.back = false;
	while (g.to - at + g.most >= length && (has = has_anchor(f)) > 0) {
		size_t n = f->all->n;

		at = anchor_find(f->text, f->root.start + f->offset, at, g.to);
		if (at == g.to)
			break;
		if (at - g.from < f->offset) {
			at++;
			continue;
		}
		g.from = at - f->offset;
		o.stretch = f->all->stretches++;
		if (fill(f, o, &g))
			return -1;
		at = f->all->n > n ? g.from : at + 1;
	}
	return has < 0 ? -1 : 0;
}
