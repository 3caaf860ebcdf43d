#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "common/sequence/numbers.h"
#include "tools/trace-cycles/repeat_iterator.h"

struct repeat_iterator
repeats_begin(const struct cycle *c, bool with_partials)
{
	return (struct repeat_iterator){
	    .cycle = c, .all_partials = with_partials ? c->partials : 0};
}

bool
repeats_peek(const struct repeat_iterator *w, struct visit *out)
{
	const struct repeat *r = w->cycle->repeat + w->reps;
	const struct partial *p = w->cycle->partial + w->partials;
	bool whole = w->reps < w->cycle->repeats;
	bool partial = w->partials < w->all_partials;

	if (partial && (!whole || p->at.start < r->start))
		*out = (struct visit){
		    {w->partials + 1, true}, p->at, p->from, p->to};
	else if (whole)
		*out = (struct visit){
		    {w->reps + 1, false}, *r, 0, w->cycle->length};
	return partial || whole;
}

bool
repeats_next(struct repeat_iterator *w, struct visit *out)
{
	if (!repeats_peek(w, out))
		return false;
	if (out->which.partial)
		w->partials++;
	else
		w->reps++;
	return true;
}

/* The number of the stretch, `size` bytes each, that holds a place; or 0. */
static uint32_t
find(const void *stretch, size_t size, size_t n, uint32_t place)
{
	size_t behind = numbers_first_from(stretch, size, n, place + 1);
	const void *r =
	    (const char *)stretch + (behind ? behind - 1 : 0) * size;

	if (behind && ((const struct repeat *)r)->end <= place)
		return 0;
	return (uint32_t)behind;
}

struct which
repeats_find(const struct cycle *c, uint32_t place)
{
	uint32_t n = find(c->repeat, sizeof *c->repeat, c->repeats, place);

	if (n)
		return (struct which){n, false};
	/* a partial one begins with where it is */
	n = find(c->partial, sizeof *c->partial, c->partials, place);
	return (struct which){n, n > 0};
}

uint32_t
repeats_start(const struct cycle *c, struct which which)
{
	return which.partial ? c->partial[which.number - 1].at.start
			     : c->repeat[which.number - 1].start;
}

/* Rows of one cycle: repeats that follow at once. */
static void
add_rows(struct inner_rows *rows, const struct cycle *c, struct repeat stretch)
{
	const struct repeat *r = c->repeat;
	size_t i = cycle_repeat_from(c, stretch.start), last;

	for (; i < c->repeats && r[i].end <= stretch.end; i = last + 1) {
		for (last = i; last + 1 < c->repeats &&
		     r[last + 1].start == r[last].end &&
		     r[last + 1].end <= stretch.end;)
			last++;
		ARRAY_PUSH(rows->row, rows->n, &rows->cap,
		    (struct inner_row){
			c, r[i].start, r[last].end, i, last - i + 1});
	}
}

ORDER_BY(compare, struct inner_row, UP(start))

void
repeats_list_rows(struct inner_rows *rows, const struct cycles *all,
    const struct cycle *cycle, struct repeat stretch)
{
	rows->n = 0;
	for (const struct cycle *c = cycle + 1; c < all->cycle + all->n; c++)
		if (&all->cycle[c->parent] == cycle)
			add_rows(rows, c, stretch);
	ARRAY_SORT(rows->row, rows->n, compare);
}
