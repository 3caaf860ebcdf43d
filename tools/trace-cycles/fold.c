#include <stdlib.h>

#include "tools/trace-cycles/broken.h"
#include "tools/trace-cycles/fold.h"
#include "tools/trace-cycles/prices.h"

#define NONE UINT32_MAX

/* The next one that counts; all->n if there is none. */
static size_t
next_counted(const struct occurrences *all, size_t i)
{
	while (++i < all->n && !all->list[i].counts)
		;
	return i;
}

static bool
is_one_row(const struct foldable *a, const struct foldable *b)
{
	return a->symbol == b->symbol && a->array == b->array &&
	    b->start - a->end < ROW_GAP;
}

/* Adds one behind n others, of whose row it may be. Returns how many. */
static size_t
add_foldable(struct foldable *row, size_t n, struct foldable next)
{
	if (n && is_one_row(&row[n - 1], &next))
		row[--n].end = next.end;
	else
		row[n] = next;
	return n + 1;
}

static size_t
list(const bool *broken, const struct occurrences *all, uint32_t symbol,
    struct foldable *row)
{
	uint32_t array = 0, last = NONE; /* folded as, and of the text */
	size_t n = 0;
	bool joined = false;

	for (size_t i = 0, next; i < all->n; i = next) {
		const struct occurrence *o = &all->list[i];

		next = next_counted(all, i);
		if (!o->counts)
			continue;
		if (o->array != last && !joined)
			array = o->array;
		last = o->array;
		n = add_foldable(
		    row, n, (struct foldable){o->start, o->end, symbol, array});
		joined = broken[i];
		if (joined)
			n = add_foldable(row, n,
			    (struct foldable){
				o->end, all->list[next].start, symbol, array});
	}
	return n;
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
fold_rows(struct sequence *s, const struct foldable *r, size_t n)
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

int
fold_repeats(struct sequence *s, const struct sequence *body, uint32_t rotation,
    const struct occurrences *all, uint32_t symbol)
{
	struct cutting how = {.text = s, .body = body, .rotation = rotation};
	bool *broken = malloc((all->n + 1) * sizeof *broken);
	struct foldable *row = malloc((2 * all->n + 1) * sizeof *row);
	int rc = -1;

	if (broken && row)
		rc = broken_find(broken, &how, all);
	if (rc == 0)
		fold_rows(s, row, list(broken, all, symbol, row));
	free(broken);
	free(row);
	return rc;
}
