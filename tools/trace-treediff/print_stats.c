#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/cli/x.h"
#include "tools/trace-treediff/op_names.h"
#include "tools/trace-treediff/print_stats.h"
#include "tools/trace-treediff/work_groups.h"

static void
print_cell(struct tsvw *out, struct buf *room, const struct report *r,
    const struct stat *s, int cell)
{
	room->n = 0;
	cell_add(room, r, s, cell);
	tsvw_field(out, buf_span(room));
}

void
print_stats(struct tsvw *out, const struct report *r)
{
	bool once = r->reference && work_groups_identical(r);
	struct buf room = {0};

	for (int cell = 0; cell < CELLS; cell++)
		if (!once || cell != CELL_SIDE)
			tsvw_text(out, span_of(cell_title(r, cell)));
	xtsvw_end(out);
	for (size_t i = 0; i < r->stats->n; i++) {
		if (once && !r->stats->stat[i].first)
			continue;
		for (int cell = 0; cell < CELLS; cell++)
			if (!once || cell != CELL_SIDE)
				print_cell(
				    out, &room, r, &r->stats->stat[i], cell);
		xtsvw_end(out);
	}
	buf_free(&room);
}

struct printer {
	struct tsvw *out;
	const struct report *report;
	struct op_names names;
	struct buf room;
	bool once; /* of trees that are the same only the first */
};

static bool
has_cell(const struct printer *p, int cell)
{
	return work_groups_has(p->report, cell) &&
	    !(p->once && cell == CELL_SIDE);
}

/* The reference has operators and modules here as in its joint map. */
static void
print_group_cell(struct printer *p, const struct stat *s, int cell)
{
	if (!p->report->reference || (cell != CELL_OP && cell != CELL_MODULE)) {
		print_cell(p->out, &p->room, p->report, s, cell);
		return;
	}
	p->room.n = 0;
	if (cell == CELL_OP) {
		tsvw_field(p->out,
		    pool_get(p->names.ops, op_names_number(&p->names, s)));
	} else {
		cell_add_module(&p->room, p->report, s);
		op_names_close_up(&p->room);
		tsvw_field(p->out, buf_span(&p->room));
	}
}

static void
print_group(struct printer *p, const struct group *g)
{
	struct buf *room = &p->room;

	for (int cell = 0; cell < CELLS; cell++) {
		if (has_cell(p, cell))
			print_group_cell(p, g->stat, cell);
		if (cell == CELL_NAME)
			tsvw_int(p->out, g->count);
	}
	room->n = 0;
	if (p->report->reference)
		cell_add_real(room, (double)g->ns / 1e3 / (double)g->count);
	else
		cell_add_us(room, p->report, fixed_divide(g->ns, g->count));
	tsvw_field(p->out, buf_span(room));
	room->n = 0;
	cell_add_us(room, p->report, g->ns);
	tsvw_field(p->out, buf_span(room));
	xtsvw_end(p->out);
}

static void
print_group_header(const struct printer *p)
{
	static const char *const title[][2] = {{"count", "operation_count"},
	    {"mean_us", "kernel_time_mean"}, {"sum_us", "kernel_time_sum"}};
	bool reference = p->report->reference;

	for (int cell = 0; cell < CELLS; cell++) {
		if (has_cell(p, cell))
			tsvw_text(p->out, span_of(cell_title(p->report, cell)));
		if (cell == CELL_NAME)
			tsvw_text(p->out, span_of(title[0][reference]));
	}
	tsvw_text(p->out, span_of(title[1][reference]));
	tsvw_text(p->out, span_of(title[2][reference]));
	xtsvw_end(p->out);
}

void
print_arguments(struct tsvw *out, const struct report *r)
{
	struct printer p = {.out = out,
	    .report = r,
	    .once = r->reference && work_groups_identical(r)};
	struct groups g;

	op_names_init(&p.names, r, r->reference);
	work_groups_find(&g, r);
	print_group_header(&p);
	for (size_t i = 0; i < g.n; i++)
		if (!p.once || g.group[i].stat->first)
			print_group(&p, &g.group[i]);
	work_groups_free(&g);
	op_names_free(&p.names);
	buf_free(&p.room);
}
