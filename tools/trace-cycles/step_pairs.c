#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/sequence/match.h"
#include "common/sequence/numbers.h"
#include "common/sequence/text.h"
#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/prices.h"

/* A pair, where the second step begins, and whose loop the first one is. */
struct pair {
	uint32_t start, n, cut, shorter, first;
};

/* Whether what a step of n kernels has less than the other one is no chance,
 * and no more than a repeat may lack. */
static bool
is_tolerated_more(uint32_t n, uint32_t more)
{
	return more <= tolerated_faults(n) && more > tolerated_faults(n) / 2;
}

/* Whether a stretch is one part again and again: four passes are no step. */
static bool
is_row(const struct text *t, uint32_t start, uint32_t end)
{
	uint32_t n = end - start;

	for (uint32_t p = 1; 2 * p <= n; p++)
		if (text_ahead(t, start, start + p, n - p) == n - p)
			return true;
	return false;
}

/* Whether all of the shorter part of n symbols but for a few is in the other.
 */
static bool
are_alike(const uint32_t *first, uint32_t cut, uint32_t n)
{
	const uint32_t *second = first + cut;
	uint32_t rest = n - cut;

	return cut <= rest
	    ? match_missing(first, cut, second, rest) <= tolerated_faults(cut)
	    : match_missing(second, rest, first, cut) <= tolerated_faults(rest);
}

/*
 * Where the second step of a pair begins: where both begin alike and end alike
 * with most kernels, or one has some more at its end. 0: it is no pair.
 */
static uint32_t
find_cut(const struct text *t, uint32_t start, uint32_t end)
{
	uint32_t n = end - start, best = 0;
	size_t most = 0;

	for (uint32_t cut = (n + 2) / 3; cut <= n - (n + 2) / 3; cut++) {
		uint32_t shorter = cut < n - cut ? cut : n - cut;
		size_t head = text_ahead(t, start, start + cut, n - cut);
		size_t tail = text_behind(t, start + cut, end, cut);

		if (shorter >= TOLERATED && head >= TOLERATED_FROM &&
		    (tail >= TOLERATED_FROM ||
			is_tolerated_more(shorter, n - 2 * shorter)) &&
		    head + tail > most) {
			most = head + tail;
			best = cut;
		}
	}
	if (best == 0 || is_row(t, start, start + best) ||
	    is_row(t, start + best, end) ||
	    !are_alike(t->symbol + start, best, n))
		return 0;
	return best;
}

/* The first loop with the same body. */
static uint32_t
same_body(const struct hierarchy *h, uint32_t loop)
{
	for (uint32_t i = 0; i < loop; i++)
		if (h->length[i].key == h->length[loop].key)
			return i;
	return loop;
}

/* The repeats of a loop in an item, before and behind a cut. */
struct halves {
	uint32_t before, behind, kernels;
	bool is_cut;
};

/* Whether steps are in a pair that are less than one of the two. */
static bool
holds_steps(const struct hierarchy *h, size_t outer, uint32_t shorter)
{
	for (size_t i = outer + 1;
	     i + 1 < h->n && h->item[i].start < h->item[outer].end; i++) {
		const struct item *v = &h->item[i];
		uint32_t n = v->end - v->start;

		if (v->parent == outer && h->item[i + 1].start < v->end &&
		    n > shorter / LONE_STEP_FACTOR &&
		    n + tolerated_faults(shorter) < shorter)
			return true;
	}
	return false;
}

/*
 * Whether both steps have as many layers: of what repeats and holds nothing,
 * that which has most of the kernels. No layer is on both sides of the cut.
 */
static bool
have_layers_alike(const struct hierarchy *h, size_t outer, uint32_t cut)
{
	struct halves *of = xcalloc(h->loops + 1, sizeof *of), most = {0};

	for (size_t i = outer + 1;
	     i < h->n && h->item[i].start < h->item[outer].end; i++) {
		const struct item *v = &h->item[i];
		struct halves *l = &of[same_body(h, v->loop)];

		if (i + 1 < h->n && h->item[i + 1].start < v->end)
			continue;
		l->before += v->end <= cut;
		l->behind += v->start >= cut;
		l->is_cut |= v->start < cut && v->end > cut;
		l->kernels += v->end - v->start;
		if (l->kernels > most.kernels)
			most = *l;
	}
	free(of);
	return !most.is_cut && most.before && most.behind &&
	    TOLERATED * numbers_distance(most.before, most.behind) <=
	    most.before;
}

/*
 * Of each outermost kind the first repeat with fewest faults, if all are about
 * as long; or ITEM_NONE.
 */
static uint32_t *
find_roots(const struct hierarchy *h)
{
	uint32_t *root = xnones(h->kinds);

	for (uint32_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i];
		uint32_t *r = &root[v->kind];

		if (v->parent == ITEM_NONE && !v->partial &&
		    (*r == ITEM_NONE || v->faults < h->item[*r].faults))
			*r = i;
	}
	for (uint32_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i], *r;

		if (v->partial || root[v->kind] == ITEM_NONE)
			continue;
		r = &h->item[root[v->kind]];
		if (!is_tolerated_length(v->end - v->start, r->end - r->start))
			root[v->kind] = ITEM_NONE;
	}
	return root;
}

/* Whether an optimizer runs in one of the two only: both are passes of a step.
 */
static bool
is_one_updated(const bool *update, const struct pair *p)
{
	bool before = false, behind = false;

	for (uint32_t i = 0; i < p->n; i++)
		*(i < p->cut ? &before : &behind) |= update[i];
	return before != behind;
}

/* The pair of steps of one loop that a repeat is if cut there. */
static struct pair
make_pair(const struct hierarchy *h, uint32_t root, uint32_t cut)
{
	const struct item *v = &h->item[root];
	uint32_t n = v->end - v->start;

	return (struct pair){.start = v->start,
	    .n = n,
	    .cut = cut,
	    .shorter = cut < n - cut ? cut : n - cut,
	    .first = v->loop};
}

/* Where a repeat is to be cut into steps by turns; 0: nowhere. */
static uint32_t
find_turn(const struct hierarchy *h, uint32_t root, const struct text *t,
    const bool *update)
{
	uint32_t start = h->item[root].start;
	uint32_t cut = find_cut(t, start, h->item[root].end);
	struct pair p = make_pair(h, root, cut);

	if (cut == 0 || holds_steps(h, root, p.shorter) ||
	    !have_layers_alike(h, root, start + cut) ||
	    (update && is_one_updated(update + start, &p)))
		return 0;
	return cut;
}

/* The last row of layers in an item. */
struct row {
	uint32_t start, end, layers;
	uint32_t before; /* kernels of layers before it */
	uint32_t loop;
};

static struct row
find_row(const struct hierarchy *h, uint32_t outer)
{
	struct row r = {.loop = ITEM_NONE};

	for (size_t i = outer + 1;
	     i < h->n && h->item[i].start < h->item[outer].end; i++) {
		const struct item *v = &h->item[i];

		if (v->parent != outer || v->part != PLACE_WHOLE ||
		    v->end - v->start < TOLERATED_FROM)
			continue;
		if (v->loop != r.loop)
			r = (struct row){.start = v->start,
			    .before = r.before + r.end - r.start,
			    .loop = v->loop};
		r.end = v->end;
		r.layers++;
	}
	return r;
}

/*
 * Where in an item a step begins that has as many layers as another step, of
 * one row, and mostly the same kernels before and behind these; 0: nowhere. A
 * layer may begin with another kernel than that of the other step does.
 */
static uint32_t
find_known(const struct hierarchy *h, uint32_t outer, uint32_t step,
    const struct text *t)
{
	const struct item *v = &h->item[outer], *s = &h->item[step];
	struct row own = find_row(h, outer), row = find_row(h, step);
	uint32_t head = row.start - s->start, tail = s->end - row.end;
	uint32_t cut = own.start - v->start - head + (v->end - own.end) - tail;
	size_t begin, end;

	if (row.layers < 2 || row.before || own.before <= cut / 2 ||
	    cut >= own.start - v->start || cut < TOLERATED ||
	    !is_tolerated_length(own.layers, row.layers))
		return 0;
	begin = text_ahead(t, v->start + cut, s->start, head);
	end = text_behind(t, v->end, s->end, tail);
	return begin && end && 2 * (begin + end) >= head + tail ? cut : 0;
}

/* The same of any of the other steps. */
static uint32_t
find_joined(const struct hierarchy *h, const uint32_t *root, uint32_t kind,
    const struct text *t)
{
	uint32_t cut = 0;

	for (uint32_t k = 0; k < h->kinds && cut == 0; k++)
		if (k != kind && root[k] != ITEM_NONE)
			cut = find_known(h, root[kind], root[k], t);
	return cut;
}

/* Whether the second step of a pair begins at a place. */
static bool
begins_at(const struct pair *p, const struct text *t, uint32_t at)
{
	return p->n - p->cut >= TOLERATED &&
	    text_equal(t, at, p->start + p->cut, TOLERATED);
}

/* Where it begins in a repeat: near to where it does in the pair. */
static uint32_t
find_second(const struct pair *p, const struct item *v, const struct text *t)
{
	uint32_t at = v->start + p->cut;
	uint32_t most = tolerated_faults(p->n);

	for (uint32_t off = 0; off <= most; off++) {
		if (at + off + TOLERATED <= v->end && begins_at(p, t, at + off))
			return at + off;
		if (off < p->cut && at - off + TOLERATED <= v->end &&
		    begins_at(p, t, at - off))
			return at - off;
	}
	return at < v->end ? at : v->end;
}

/* One step of a pair, or what is there of it; the faults stay with one. */
static void
add_step(struct hierarchy *h, uint32_t faults, uint32_t loop, uint32_t start,
    uint32_t end, int part)
{
	if (end <= start)
		return;
	hierarchy_add_step(h, start, end, loop);
	h->item[h->n - 1].part = (uint8_t)part;
	h->item[h->n - 1].faults = faults;
}

/* A step that was cut off within a pair is whole if all of it is there. */
static void
cut_item(struct hierarchy *h, size_t number, const struct pair *p,
    const struct text *t)
{
	const struct item v = h->item[number]; /* the list moves */
	uint32_t n = v.end - v.start, at = find_second(p, &v, t);
	int first, second;

	first = second = v.part;
	h->item[number].loop = ITEM_DROPPED;
	if (v.part == PLACE_TAIL && n > p->n - p->cut)
		at = v.end - (p->n - p->cut);
	else if (v.part == PLACE_TAIL)
		at = v.start;
	if (v.part == PLACE_TAIL && n >= p->n - p->cut)
		second = PLACE_WHOLE;
	else if (v.part == PLACE_HEAD && n >= p->cut)
		first = PLACE_WHOLE;
	add_step(h, v.faults, p->first, v.start, at, first);
	add_step(h, v.faults, v.loop, at, v.end, second);
}

/*
 * Drops the loops whose repeats are the steps in pairs; a repeat beside the
 * pairs is a step as well.
 */
static void
drop_inner(struct hierarchy *h, uint32_t kind, const struct pair *p)
{
	bool *is_step = xcalloc(h->loops + 1, sizeof *is_step);

	for (size_t i = 0; i < h->n; i++) {
		struct item *v = &h->item[i];

		if (h->kind[v->kind].parent != kind ||
		    v->end - v->start + tolerated_faults(p->shorter) <
			p->shorter)
			continue;
		is_step[v->loop] = true;
		v->loop = ITEM_DROPPED;
	}
	for (size_t i = 0; i < h->n; i++)
		if (h->item[i].loop != ITEM_DROPPED && is_step[h->item[i].loop])
			h->item[i].loop = h->kind[kind].loop;
	free(is_step);
}

void
step_pairs_cut(
    struct hierarchy *h, const uint32_t *symbol, size_t n, const bool *update)
{
	uint32_t *root = find_roots(h);
	size_t items = h->n;
	struct text text;

	text_init(&text, symbol, n);
	for (uint32_t k = 0; k < h->kinds; k++) {
		uint32_t joined, cut;
		struct pair p;

		if (root[k] == ITEM_NONE)
			continue;
		joined = find_joined(h, root, k, &text);
		cut = joined ? joined : find_turn(h, root[k], &text, update);
		if (cut == 0)
			continue;
		p = make_pair(h, root[k], cut);
		if (joined)
			p.first = hierarchy_new_loop(h, cut, false);
		drop_inner(h, k, &p);
		for (size_t i = 0; i < items; i++)
			if (h->item[i].kind == k &&
			    h->item[i].loop != ITEM_DROPPED)
				cut_item(h, i, &p, &text);
	}
	text_free(&text);
	free(root);
}
