#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-collectives/measure.h"
#include "tools/trace-collectives/print.h"

/* An event, with its collective if it is in one. */
struct row {
	const struct event *e;
	const struct collective *c;
	uint32_t order;
};

#define BY(member)                  \
	if (x->member != y->member) \
	return x->member < y->member ? -1 : 1

static int
compare_rows(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	BY(order);
	BY(e->start);
	BY(e->duration);
	BY(e->group);
	BY(e->index);
	BY(e->place);
	return 0;
}

/* All events, by rank and time; the caller's. */
static struct row *
sorted_rows(const struct job *j)
{
	struct row *row = xcalloc(j->events, sizeof *row);

	for (size_t i = 0; i < j->events; i++)
		row[i] = (struct row){
		    &j->event[i], NULL, j->order[j->event[i].rank]};
	for (size_t i = 0; i < j->collectives; i++)
		for (size_t k = 0; k < j->collective[i].n; k++)
			row[j->collective[i].first + k].c = &j->collective[i];
	if (j->events)
		qsort(row, j->events, sizeof *row, compare_rows);
	return row;
}

static void
print_event(struct print *p, const struct row *row)
{
	static const enum shape_field fields[] = {
	    SHAPE_IN_SPLIT, SHAPE_OUT_SPLIT};
	const struct event *e = row->e;
	const struct shape *s = shape_of(p->job, e);
	struct measure m = {0};

	if (row->c)
		m = measure_of(p->job, row->c);
	print_identity(p, e);
	print_rank(p, e->rank, true);
	tsvw_us(p->out, e->start);
	tsvw_us(p->out, e->duration);
	print_time(p, wait_of(&m, e), m.met);
	tsvw_text(p->out, span_of(kind_word(s->kind)));
	print_text(p, e, SHAPE_NAME);
	print_text(p, e, SHAPE_DTYPE);
	print_number(p, s->in_nelems);
	print_number(p, s->out_nelems);
	print_number(p, s->in_bytes);
	print_number(p, s->out_bytes);
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		print_text(p, e, fields[i]);
	print_number(p, s->group_size);
	tsvw_field(p->out, pool_get(p->job->texts, e->stream));
	print_text(p, e, SHAPE_KERNEL);
	print_text(p, e, SHAPE_RANKS);
	tsvw_text(p->out, span_of(row->c ? verdict_word(m.verdict) : ""));
	if (p->numbered)
		tsvw_int(p->out, e->place);
	print_node(p, e->rank);
	print_node_span(p, &p->job->group[e->group]);
	print_step(p, e, 1);
	xtsvw_end(p->out);
}

/* An event as trace-extract writes it; `correlation` is only not empty. */
static void
print_partial(struct print *p, const struct event *e)
{
	static const enum shape_field fields[] = {SHAPE_NAME, SHAPE_DTYPE,
	    SHAPE_IN_NELEMS, SHAPE_OUT_NELEMS, SHAPE_IN_SPLIT, SHAPE_OUT_SPLIT,
	    SHAPE_GROUP_SIZE, SHAPE_GROUP, SHAPE_RANKS};
	const struct origin *o = &p->job->origin[e->rank];

	tsvw_us(p->out, e->start);
	tsvw_us(p->out, e->duration);
	print_text(p, e, SHAPE_KERNEL);
	tsvw_text(p->out, span_of("kernel"));
	tsvw_field(p->out, pool_get(p->job->texts, e->stream));
	tsvw_text(p->out, span_of("1"));
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		print_text(p, e, fields[i]);
	print_rank(p, e->rank, true);
	tsvw_field(p->out, pool_get(p->job->texts, o->world));
	tsvw_field(p->out, pool_get(p->job->texts, o->gpu));
	tsvw_field(p->out, pool_get(p->job->texts, o->file));
	if (p->numbered)
		tsvw_int(p->out, e->place);
	xtsvw_end(p->out);
}

void
print_all_events(struct print *p)
{
	struct row *row = sorted_rows(p->job);

	for (size_t i = 0; i < p->job->events; i++)
		if (p->o->partial)
			print_partial(p, row[i].e);
		else
			print_event(p, &row[i]);
	free(row);
}
