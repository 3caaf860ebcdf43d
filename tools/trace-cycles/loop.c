#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/loop.h"
#include "tools/trace-cycles/prices.h"

void
loops_free(struct loops *all)
{
	for (size_t i = 0; i < all->n; i++) {
		sequence_free(&all->loop[i].body);
		free(all->loop[i].place);
		loops_free(&all->loop[i].inner);
	}
	free(all->loop);
	*all = (struct loops){0};
}

void
loop_add_place(struct loop *loop, struct place p)
{
	ARRAY_PUSH(loop->place, loop->places, &loop->place_cap, p);
}

const struct loop *
loops_find_symbol(const struct loops *all, uint32_t symbol)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->loop[i].symbol == symbol)
			return &all->loop[i];
	return NULL;
}

bool
loops_is_step(const struct loops *all, const struct loop *loop)
{
	for (size_t i = 0; i < loop->body.n; i++)
		if (loops_find_symbol(all, loop->body.symbol[i]))
			return true;
	return loop->inner.n > 0;
}

const struct loop *
loops_find_step(const struct loops *all, uint32_t symbol)
{
	const struct loop *loop = loops_find_symbol(all, symbol);

	return loop && loops_is_step(all, loop) ? loop : NULL;
}

size_t
loop_places(const struct loop *loop, uint32_t from, uint32_t to)
{
	const struct place *p = loop->place;

	return numbers_first_from(p, sizeof *p, loop->places, to) -
	    numbers_first_from(p, sizeof *p, loop->places, from);
}

static bool
is_one_row(const struct foldable *a, const struct foldable *b)
{
	return a->symbol == b->symbol && a->array == b->array &&
	    b->start - a->end < ROW_GAP;
}

/* Moves symbols from `from` up to `to` to the end of the first m. */
static size_t
move(struct sequence *s, size_t m, size_t from, size_t to)
{
	for (; from < to; from++, m++) {
		s->symbol[m] = s->symbol[from];
		s->at[m] = s->at[from];
	}
	return m;
}

void
loop_fold_rows(struct sequence *s, const struct foldable *r, size_t n)
{
	uint32_t end = s->at[s->n];
	size_t m = 0, at = 0;

	for (size_t i = 0, last; i < n; i = last + 1) {
		for (last = i;
		     last + 1 < n && is_one_row(&r[last], &r[last + 1]);)
			last++;
		m = move(s, m, at, r[i].start);
		s->at[m] = s->at[r[i].start];
		s->symbol[m++] = r[i].symbol;
		at = r[last].end;
	}
	s->n = move(s, m, at, s->n);
	s->at[s->n] = end;
}

void
loop_fold_repeats(
    struct sequence *s, const struct occurrences *all, uint32_t symbol)
{
	struct foldable *row = xmalloc((all->n + 1) * sizeof *row);
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct occurrence *o = &all->list[i];

		if (o->counts)
			row[n++] = (struct foldable){
			    o->start, o->end, symbol, o->array};
	}
	loop_fold_rows(s, row, n);
	free(row);
}
