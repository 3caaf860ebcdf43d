#include <stdlib.h>

#include "common/bytes/order.h"
#include "common/meaning/palette.h"
#include "tools/trace-plot/dots.h"

/* Of the time: what takes less has no dot. */
static const double LEAST_SHOWN = 0.001;

bool
dots_are_sane(double v)
{
	return v > 1e-30 && v < 1e30;
}

bool
dots_row_counts(const union cell *row)
{
	return dots_are_sane(row[DOTS_INTENSITY].real) &&
	    dots_are_sane(row[DOTS_FLOPS].real) && row[DOTS_TIME].ns > 0;
}

ORDER_BY(compare_dots, struct dot, UP(name), UP(intensity))

/* The most time first; then by the bytes of names. */
ORDER_BY(compare_time, struct dot, DOWN(ns), span_compare(x->text, y->text),
    UP(intensity))

static void
read_rows(struct dots *all, struct plot *p)
{
	const struct frame *f = &p->tables->frame[0];
	size_t copies = palette_of(span_of("copy"));

	for (size_t r = 0; r < f->rows; r++) {
		const union cell *row = frame_row(f, r);
		struct dot d = {.name = row[DOTS_LABEL + 2].text,
		    .text = frame_text(p->tables, row, DOTS_LABEL + 2),
		    .intensity = row[DOTS_INTENSITY].real,
		    .flops = row[DOTS_FLOPS].real,
		    .ns = (double)row[DOTS_TIME].ns};

		if (!dots_row_counts(row))
			continue;
		d.group = group_of(p, f, row, DOTS_LABEL);
		if (d.group == copies) {
			all->copies++;
			continue;
		}
		ARRAY_PUSH(all->dot, all->n, &all->cap, d);
	}
}

/* Equal ones become one. */
static void
join_dots(struct dots *all)
{
	size_t n = 0;

	ARRAY_SORT(all->dot, all->n, compare_dots);
	for (size_t i = 0; i < all->n; i++) {
		struct dot *d = &all->dot[i];

		if (n && compare_dots(&all->dot[n - 1], d) == 0) {
			all->dot[n - 1].flops += d->flops;
			all->dot[n - 1].ns += d->ns;
		} else {
			all->dot[n++] = *d;
		}
	}
	all->n = n;
}

/* The last dots, in the order of time, that would only stretch the axes. */
static void
leave_out(struct dots *all)
{
	size_t n = all->n;

	for (size_t i = 0; i < all->n; i++)
		all->total += all->dot[i].ns;
	while (all->dot[n - 1].ns < LEAST_SHOWN * all->total)
		n--;
	all->left_out = all->n - n;
	all->n = n;
}

void
dots_collect(struct dots *all, struct plot *p)
{
	read_rows(all, p);
	if (all->n == 0)
		return;
	join_dots(all);
	ARRAY_SORT(all->dot, all->n, compare_time);
	leave_out(all);
}

void
dots_free(struct dots *all)
{
	free(all->dot);
}
