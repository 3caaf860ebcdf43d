#include <stdlib.h>
#include <string.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "common/sequence/edits.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/hierarchy.h"
#include "tools/trace-cycles/prices.h"

/* Longer ones were never seen to be half wrong. */
enum { FEW = 64 };

/* Kernels, and a symbol for each row of repeats. */
struct folded {
	uint32_t symbol[FEW], n;
};

/* Adds the mark of a row, unless one of its own just before goes on. */
static void
add_row(struct folded *f, uint32_t mark)
{
	for (uint32_t gap = 0; gap < ROW_GAP && gap < f->n; gap++)
		if (f->symbol[f->n - 1 - gap] == mark) {
			f->n -= gap;
			return;
		}
	f->symbol[f->n++] = mark;
}

static void
fold(struct folded *f, const struct hierarchy *h, size_t item,
    const uint32_t *kernel)
{
	const struct item *v = &h->item[item];
	uint32_t at = v->start;

	f->n = 0;
	for (size_t i = item + 1; i < h->n && h->item[i].start < v->end; i++) {
		const struct item *inner = &h->item[i];

		if (inner->parent != item)
			continue;
		while (at < inner->start)
			f->symbol[f->n++] = kernel[at++];
		add_row(f, UINT32_MAX - inner->kind);
		at = inner->end;
	}
	while (at < v->end)
		f->symbol[f->n++] = kernel[at++];
}

/* Whether at most `most` edits make one of the other. */
static bool
are_alike(struct edits *e, const uint32_t *a, uint32_t n, const uint32_t *b,
    uint32_t m, uint32_t most)
{
	uint32_t both[2 * FEW], place[FEW];
	struct text text;
	bool alike;

	memcpy(both, a, n * sizeof *a);
	memcpy(both + n, b, m * sizeof *b);
	text_init(&text, both, n + m);
	alike = edits_find(e, &text, 0, n, n, m, most, place);
	text_free(&text);
	return alike;
}

/* Whether a repeat is like the root: edits, folded or not, are at most half. */
static bool
is_like(struct edits *e, const struct hierarchy *h, size_t item, size_t root,
    const uint32_t *kernel)
{
	const struct item *v = &h->item[item], *r = &h->item[root];
	uint32_t n = v->end - v->start, m = r->end - r->start;
	struct folded a, b;

	if (n == m &&
	    memcmp(kernel + v->start, kernel + r->start, n * sizeof *kernel) ==
		0)
		return true;
	fold(&a, h, item, kernel);
	fold(&b, h, root, kernel);
	return are_alike(e, a.symbol, a.n, b.symbol, b.n, (n + m) / 2) ||
	    are_alike(
		e, kernel + v->start, n, kernel + r->start, m, (n + m) / 2);
}

/* A repeat that is not cut off. */
struct whole {
	uint32_t kind, length, faults, item;
};

ORDER_BY(compare, struct whole, UP(kind), UP(length), UP(faults), UP(item))

/* Of n repeats of a kind, by length, one as long as most agree on. */
static size_t
find_root(const struct hierarchy *h, const struct whole *w, size_t n)
{
	uint32_t usual = h->length[h->item[w->item].loop].exact;
	size_t root = 0;

	usual = usual ? usual : w[n / 2].length;
	for (size_t i = 1; i < n; i++)
		if (numbers_distance(w[i].length, usual) <
		    numbers_distance(w[root].length, usual))
			root = i;
	return root;
}

/* Drops those that are unlike; whether there are any. */
static bool
drop_of_kind(struct hierarchy *h, const struct whole *w, size_t n,
    const uint32_t *kernel)
{
	size_t root = find_root(h, w, n);
	struct edits edits = {0};
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		if (w[i].length > FEW || w[root].length > FEW ||
		    is_like(&edits, h, w[i].item, w[root].item, kernel))
			continue;
		h->item[w[i].item].loop = ITEM_DROPPED;
		any = true;
	}
	edits_free(&edits);
	return any;
}

/* Once; whether any was dropped. */
static bool
drop_once(struct hierarchy *h, const uint32_t *kernel)
{
	struct whole *w = xmalloc((h->n + 1) * sizeof *w);
	size_t n = 0;
	bool any = false;

	for (uint32_t i = 0; i < h->n; i++) {
		const struct item *v = &h->item[i];

		if (!v->partial)
			w[n++] = (struct whole){
			    v->kind, v->end - v->start, v->faults, i};
	}
	ARRAY_SORT(w, n, compare);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i; end < n && w[end].kind == w[i].kind;)
			end++;
		any |= drop_of_kind(h, w + i, end - i, kernel);
	}
	free(w);
	return any;
}

void
false_repeats_drop(struct hierarchy *h, const uint32_t *kernel)
{
	while (drop_once(h, kernel))
		hierarchy_order(h);
}
