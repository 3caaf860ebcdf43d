/*
 * The folded structure of cycles: a symbol is a kernel, or a row of repeats of
 * an inner cycle, however many there are. A step of 24 layers is then not much
 * longer than what is around them.
 */
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/repeats.h"
#include "tools/trace-cycles/row.h"

/* The symbols of a cycle that are printed, and how many there are so far. */
struct symbols {
	struct tsvw *out;
	struct view view;
	int64_t n;
};

static void
print_symbol(struct symbols *s, struct repeat at)
{
	row_identity(s->out, &s->view);
	tsvw_int(s->out, ++s->n);
	tsvw_int(s->out, at.start - s->view.cycle->root + 1);
	tsvw_int(s->out, at.end - at.start);
}

static void
print_kernel(struct symbols *s, uint32_t place)
{
	const struct report *r = s->view.report;
	const struct event *e = view_kernel(r, s->view.sequence, place);

	print_symbol(s, (struct repeat){place, place + 1});
	tsvw_field(s->out, event_text(r->events, e->name));
	for (int i = 0; i < 4; i++)
		tsvw_empty(s->out);
	xtsvw_end(s->out);
}

static void
print_row(struct symbols *s, const struct inner_row *row, size_t number,
    struct inner_times times)
{
	print_symbol(s, (struct repeat){row->start, row->end});
	tsvw_empty(s->out);
	row_number(s->out, number);
	tsvw_int(s->out, (int64_t)row->n);
	tsvw_int(s->out, (int64_t)times.least);
	tsvw_int(s->out, (int64_t)times.most);
	xtsvw_end(s->out);
}

static void
print_cycle(struct symbols *s)
{
	const struct cycles *all = &s->view.sequence->cycles;
	uint32_t cycle = s->view.found->cycle, at = s->view.cycle->root;
	struct repeat root = {at, at + s->view.cycle->length};
	struct inner_rows rows = {0};

	repeats_list_rows(&rows, all, cycle, root);
	for (size_t i = 0; i < rows.n; i++) {
		const struct inner_row *row = &rows.row[i];
		size_t number = view_inner_number(&s->view, row->cycle);

		if (number == 0)
			continue;
		for (; at < row->start; at++)
			print_kernel(s, at);
		print_row(
		    s, row, number, repeats_row_times(&rows, i, all, cycle));
		at = row->end;
	}
	for (; at < root.end; at++)
		print_kernel(s, at);
	free(rows.row);
}

bool
print_symbols(struct tsvw *out, const struct report *r)
{
	for (size_t i = 0; i < r->chosen.n; i++) {
		struct symbols s = {.out = out, .view = view_cycle(r, i)};

		print_cycle(&s);
	}
	return r->chosen.n > 0;
}
