#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/inner_row.h"

/* Rows of one cycle: repeats that follow at once. */
static void
add_rows(struct inner_rows *rows, const struct cycles *all, uint32_t cycle,
    struct repeat stretch)
{
	const struct cycle *c = &all->cycle[cycle];
	const struct repeat *r = all->repeat + c->first_repeat;
	size_t i = cycles_repeat_from(all, c, stretch.start), last;

	for (; i < c->repeats && r[i].end <= stretch.end; i = last + 1) {
		for (last = i; last + 1 < c->repeats &&
		     r[last + 1].start == r[last].end &&
		     r[last + 1].end <= stretch.end;)
			last++;
		ARRAY_PUSH(rows->row, rows->n, &rows->cap,
		    (struct inner_row){
			cycle, r[i].start, r[last].end, i, last - i + 1});
	}
}

static int
compare(const void *a, const void *b)
{
	const struct inner_row *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

void
inner_rows_find(struct inner_rows *rows, const struct cycles *all,
    uint32_t cycle, struct repeat stretch)
{
	rows->n = 0;
	for (uint32_t k = cycle + 1; k < all->n; k++)
		if (all->cycle[k].parent == cycle)
			add_rows(rows, all, k, stretch);
	if (rows->n)
		qsort(rows->row, rows->n, sizeof *rows->row, compare);
}

static bool
is_only_row(const struct inner_rows *rows, size_t i)
{
	for (size_t k = 0; k < rows->n; k++)
		if (k != i && rows->row[k].cycle == rows->row[i].cycle)
			return false;
	return true;
}

struct inner_times
inner_rows_times(const struct inner_rows *rows, size_t i,
    const struct cycles *all, uint32_t cycle)
{
	const struct cycle *k = &all->cycle[rows->row[i].cycle];
	const struct cycle *outer = &all->cycle[cycle];
	struct inner_times t = {SIZE_MAX, 0};

	if (!is_only_row(rows, i))
		return (struct inner_times){rows->row[i].n, rows->row[i].n};
	for (size_t r = 0; r < outer->repeats; r++) {
		struct repeat o = all->repeat[outer->first_repeat + r];
		size_t n = cycles_repeat_from(all, k, o.end) -
		    cycles_repeat_from(all, k, o.start);

		t.least = n < t.least ? n : t.least;
		t.most = n > t.most ? n : t.most;
	}
	return t;
}
