#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "tools/trace-cycles/alignment.h"
#include "tools/trace-cycles/loop.h"

static bool
is_beside_repeat(const struct occurrences *all, size_t i)
{
	const struct occurrence *o = &all->list[i];

	return (i > 0 && o[-1].counts && o[-1].end == o->start) ||
	    (i + 1 < all->n && o[1].counts && o[1].start == o->end);
}

bool
children_place(struct place *p, const struct occurrences *all, size_t i,
    const struct sequence *text, uint32_t median, bool is_trace)
{
	const struct occurrence *o = &all->list[i];
	uint32_t kernels = sequence_kernels(text, o->start, o->end);
	bool at_end = o->start == 0 || o->end == text->n;
	bool is_worth_telling = kernels * SCORE_SYMBOL > PRICE_OCCURRENCE;

	*p = (struct place){.start = text->at[o->start],
	    .end = text->at[o->end],
	    .faults = o->faults,
	    .part = PLACE_WHOLE};
	if (o->counts)
		return occurrence_is_alike(o, text, median);
	if (!o->partial || !is_beside_repeat(all, i))
		return false;
	p->part = o->from ? PLACE_TAIL : PLACE_HEAD;
	return kernels >= (median + 1) / 2 ||
	    (is_trace && (at_end || is_worth_telling));
}

/* A repeat of an inner loop, to be folded. */
struct repeat_found {
	struct foldable at;
	struct loop *loop;
	struct place place;
};

struct finder {
	struct sequence text; /* of the repeat; changes */
	bool is_partial;
	struct repeat_found *found;
	size_t n, cap;
};

ORDER_BY(compare, struct repeat_found, UP(at.start))

/* The repeats of one inner loop. */
static void
find_repeats(struct finder *f, struct loop *loop, size_t number,
    const struct tandem_arrays *all)
{
	struct cutting how = {
	    .text = &f->text, .body = &loop->body, .rotation = loop->rotation};
	struct tandem_arrays own;
	struct occurrences repeats = {0};
	struct place place;

	tandem_arrays_of(&own, all, number);
	occurrences_find(&repeats, &how, &own);
	for (size_t i = 0; i < repeats.n; i++) {
		const struct occurrence *o = &repeats.list[i];

		if (children_place(&place, &repeats, i, &f->text, loop->median,
			f->is_partial))
			ARRAY_PUSH(f->found, f->n, &f->cap,
			    (struct repeat_found){
				{o->start, o->end, loop->symbol, 0}, loop,
				place});
	}
	free(repeats.list);
	tandem_arrays_free(&own);
}

/* The repeats of all loops of a group, in the order of their starts. */
static void
find_all(struct finder *f, struct loop *loop, size_t n,
    const struct tandem_arrays *all)
{
	f->n = 0;
	for (size_t i = 0; i < n; i++)
		find_repeats(f, &loop[i], i, all);
	ARRAY_SORT(f->found, f->n, compare);
}

/*
 * How many whole repeats are kept: where those of two loops cross, the one that
 * starts first. *crossing: the first that is not, by how many symbols.
 */
static size_t
count_kept(const struct finder *f, struct loop **crossing, uint32_t *by)
{
	uint32_t end = 0;
	size_t n = 0;

	*crossing = NULL;
	for (size_t i = 0; i < f->n; i++) {
		const struct repeat_found *r = &f->found[i];

		if (r->place.part != PLACE_WHOLE)
			continue;
		if (r->at.start >= end) {
			end = r->at.end;
			n++;
		} else if (!*crossing) {
			*crossing = r->loop;
			*by = end - r->at.start;
		}
	}
	return n;
}

/*
 * Two kinds of layers that end with the same kernel: the second begins with the
 * last one of the first if it was folded before that. It begins behind it if
 * more repeats are kept then.
 */
static void
turn_crossing(struct finder *f, struct loop *loop, size_t n,
    const struct tandem_arrays *all)
{
	struct loop *crossing, *other;
	uint32_t by, before;
	size_t kept = count_kept(f, &crossing, &by);

	if (!crossing)
		return;
	before = crossing->rotation;
	crossing->rotation = (before + by) % (uint32_t)crossing->body.n;
	find_all(f, loop, n, all);
	if (count_kept(f, &other, &by) > kept)
		return;
	crossing->rotation = before;
	find_all(f, loop, n, all);
}

/*
 * Finds the children of each repeat and folds the repeats into symbols. Where
 * repeats of two loops cross, the one that starts first is kept.
 */
static void
descend(struct finder *f)
{
	struct foldable *row = xmalloc((f->n + 1) * sizeof *row);
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++) {
		const struct repeat_found *r = &f->found[i];

		if (r->place.part != PLACE_WHOLE) {
			loop_add_place(r->loop, r->place);
			continue;
		}
		if (n && r->at.start < row[n - 1].end)
			continue;
		row[n++] = r->at;
		loop_add_place(r->loop, r->place);
		children_find(
		    r->loop, &f->text, r->at.start, r->at.end, f->is_partial);
	}
	loop_fold_rows(&f->text, row, n);
	free(row);
}

/* Loops that do not hold each other share a text. */
static void
find_group(struct finder *f, struct loop *loop, size_t n)
{
	const struct sequence **body = xmalloc((n + 1) * sizeof *body);
	/* what was cut off is short, but what is in it is known */
	int64_t price = f->is_partial ? SCORE_SYMBOL : PRICE_OCCURRENCE;
	struct tandem_arrays arrays;

	for (size_t i = 0; i < n; i++)
		body[i] = &loop[i].body;
	alignment_find(&arrays, &f->text, body, n, price);
	free(body);
	find_all(f, loop, n, &arrays);
	turn_crossing(f, loop, n, &arrays);
	tandem_arrays_free(&arrays);
	descend(f);
}

static bool
holds(const struct loop *loop, uint32_t symbol)
{
	for (size_t i = 0; i < loop->body.n; i++)
		if (loop->body.symbol[i] == symbol)
			return true;
	return false;
}

/* How many loops from the first one on hold none of each other. */
static size_t
group_size(const struct loop *loop, size_t n)
{
	for (size_t i = 1; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (holds(&loop[i], loop[k].symbol))
				return i;
	return n;
}

void
children_find(struct loop *loop, const struct sequence *text, uint32_t start,
    uint32_t end, bool is_partial)
{
	struct finder f = {.is_partial = is_partial};
	size_t group;

	if (loop->inner.n == 0)
		return;
	sequence_part(&f.text, text, start, end);
	for (size_t i = 0; i < loop->inner.n; i += group) {
		group = group_size(loop->inner.loop + i, loop->inner.n - i);
		find_group(&f, loop->inner.loop + i, group);
	}
	sequence_free(&f.text);
	free(f.found);
}
