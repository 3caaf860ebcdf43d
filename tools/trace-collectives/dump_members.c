#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/pool.h"
#include "tools/trace-collectives/dump_members.h"

/* The members are the ranks that dumps tell, and those that have records. */
static void
finish_members(struct process_group *g)
{
	for (size_t i = 0; i < g->places.n; i++)
		dump_add_member(g, g->places.p[i]);
	dump_sort_members(g);
}

/* Where the members' dumps are. */
static void
set_dumps(struct dumps *d)
{
	for (uint32_t i = 0; i < d->groups; i++) {
		struct process_group *g = &d->group[i];

		for (size_t k = 0; k < d->n; k++) {
			struct member *m = dump_member(g, d->dump[k].rank);

			if (m)
				m->dump = (int64_t)k;
		}
	}
}

static int
compare_records(const void *a, const void *b)
{
	const struct record *x = a, *y = b;
	const int64_t of_x[] = {
	    x->group, x->transfer, x->sequence, x->rank, x->id};
	const int64_t of_y[] = {
	    y->group, y->transfer, y->sequence, y->rank, y->id};

	for (int i = 0; i < 5; i++)
		if (of_x[i] != of_y[i])
			return of_x[i] < of_y[i] ? -1 : 1;
	return 0;
}

/* What the records tell of where their rank stands in the group. */
static void
add_record(struct process_group *g, const struct record *r)
{
	struct member *m = dump_member(g, r->rank);

	m->pg_id = r->pg_id;
	m->transfers |= r->transfer;
	g->transfers += !r->transfer;
	g->end++;
	if (r->transfer)
		return;
	m->enqueued = r->sequence;
	if (r->state == RECORD_COMPLETED)
		m->completed = r->sequence;
}

/* The records are sorted. */
static void
add_records(struct dumps *d)
{
	for (size_t i = 0; i < d->records; i++) {
		struct process_group *g = &d->group[d->record[i].group];

		if (g->end == 0)
			g->first = g->transfers = g->end = i;
		add_record(g, &d->record[i]);
	}
}

/*
 * What completed may not be in the ring any more: then its status tells, which
 * counts transfers, too, and is no sequence number where there are any; nor
 * where it is beyond the last collective, because those have been overwritten.
 */
static void
add_status(struct member *m, int64_t completed)
{
	if (!m->transfers && completed > m->completed &&
	    completed <= m->enqueued)
		m->completed = completed;
}

static void
add_statuses(struct dumps *d)
{
	struct idpool keys = {0}; /* dump and pg_id */
	int64_t *completed = xcalloc(d->statuses + 1, sizeof *completed);

	for (size_t i = 0; i < d->statuses; i++) {
		const struct pg_status *s = &d->status[i];

		completed[idpool_add(
		    &keys, (uint64_t)s->dump << 32 | s->pg_id)] = s->completed;
	}
	for (size_t i = 0; i < d->groups; i++)
		for (size_t k = 0; k < d->group[i].members; k++) {
			struct member *m = &d->group[i].member[k];
			uint32_t id = idpool_find(
			    &keys, (uint64_t)m->dump << 32 | m->pg_id);

			if (m->pg_id && id != IDPOOL_NONE)
				add_status(m, completed[id]);
		}
	free(completed);
	idpool_free(&keys);
}

void
dump_members(struct dumps *d)
{
	for (size_t i = 0; i < d->groups; i++)
		finish_members(&d->group[i]);
	set_dumps(d);
	if (d->records)
		qsort(
		    d->record, d->records, sizeof *d->record, compare_records);
	add_records(d);
	add_statuses(d);
}
