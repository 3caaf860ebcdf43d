#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
#include "common/bytes/pool.h"
#include "tools/trace-collectives/dump.h"
#include "tools/trace-collectives/job.h"

void
dumps_open(struct dumps *d)
{
	*d = (struct dumps){.texts = pool_new()};
	pool_add(d->texts, span_of(""));
}

void
dumps_free(struct dumps *d)
{
	for (size_t i = 0; i < d->groups; i++) {
		rank_list_free(&d->group[i].places);
		free(d->group[i].member);
	}
	pool_free(d->texts);
	free(d->dump);
	free(d->record);
	free(d->config);
	free(d->status);
	free(d->group);
	*d = (struct dumps){0};
}

static void
add_member(struct process_group *g, int64_t rank)
{
	ARRAY_PUSH(g->member, g->members, &g->cap,
	    (struct member){
		rank, DUMP_NONE, DUMP_NONE, DUMP_NONE, 0, false, false});
}

/* Where a rank is among the members, or would be. */
static size_t
find_place(const struct process_group *g, int64_t rank)
{
	size_t from = 0, to = g->members;

	BISECT(from, to, i, g->member[i].rank < rank);
	return from;
}

struct member *
dump_member(const struct process_group *g, int64_t rank)
{
	size_t place = find_place(g, rank);

	if (place == g->members || g->member[place].rank != rank)
		return NULL;
	return &g->member[place];
}

/*
 * The ranks of each process group of the dumps, and how far each of them has
 * come.
 */

ORDER_BY(compare_members, struct member, UP(rank))

/* The members are the ranks that dumps tell, and those that have records. */
static void
finish_members(struct process_group *g)
{
	size_t n = 0;

	for (size_t i = 0; i < g->places.n; i++)
		add_member(g, g->places.p[i]);
	ARRAY_SORT(g->member, g->members, compare_members);
	for (size_t i = 0; i < g->members; i++)
		if (n == 0 || g->member[n - 1].rank != g->member[i].rank)
			g->member[n++] = g->member[i];
	g->members = n;
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

ORDER_BY(compare_records, struct record, UP(group), UP(transfer), UP(sequence),
    UP(rank), UP(id))

/* Takes a record, in the order of sequences, for its member's last numbers. */
static void
add_record(struct process_group *g, const struct record *r)
{
	struct member *m = &g->member[find_place(g, r->rank)];

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
 * The last completed collective may be overwritten in the ring; the status of
 * the process group still counts it. But the status counts transfers, too: it
 * is no sequence number where there are any, or beyond the last collective.
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

/* Sets all members and what the groups' records are; sorts the records. */
static void
dump_members(struct dumps *d)
{
	for (size_t i = 0; i < d->groups; i++)
		finish_members(&d->group[i]);
	set_dumps(d);
	ARRAY_SORT(d->record, d->records, compare_records);
	add_records(d);
	add_statuses(d);
}

struct naming {
	struct dumps *d;
	struct idpool keys;    /* name and ranks, numbered as the groups */
	struct idpool configs; /* dump and name */
	uint32_t *config;      /* the group, by the numbers of configs */
};

static uint64_t
pair(uint32_t a, uint32_t b)
{
	return (uint64_t)a << 32 | b;
}

static uint32_t
add_group(struct naming *names, uint32_t name, uint32_t desc, uint32_t ranks)
{
	struct dumps *d = names->d;
	size_t known = names->keys.n;
	uint32_t id = idpool_add(&names->keys, pair(name, ranks));

	if (id < known)
		return id;
	ARRAY_PUSH(d->group, d->groups, &d->group_cap,
	    (struct process_group){.name = name, .desc = desc, .ranks = ranks});
	if (!rank_list_parse(&d->group[id].places, dump_text(d, ranks), -1))
		d->group[id].ranks = 0;
	return id;
}

static bool
has_rank(const struct process_group *g, int64_t rank)
{
	for (size_t i = 0; i < g->places.n; i++)
		if (g->places.p[i] == rank)
			return true;
	return false;
}

static void
note_ranks(struct dump *dump, const struct process_group *g)
{
	dump->grouped |= g->places.n > 0;
	dump->listed |= has_rank(g, dump->rank);
}

/* Adds the groups that dumps tell; of two of one name the last counts. */
static void
add_configs(struct naming *names)
{
	struct dumps *d = names->d;

	for (uint32_t i = 0; i < d->configs; i++) {
		const struct config *c = &d->config[i];
		uint32_t id =
		    idpool_add(&names->configs, pair(c->dump, c->name));

		names->config[id] =
		    add_group(names, c->name, c->desc, c->ranks);
		note_ranks(&d->dump[c->dump], &d->group[names->config[id]]);
	}
}

/* The group of a record's name. */
static uint32_t
group_of(struct naming *names, const struct record *r)
{
	struct dumps *d = names->d;
	uint32_t id = idpool_find(&names->configs, pair(r->dump, r->name));

	if (id != IDPOOL_NONE)
		return names->config[id];
	for (uint32_t i = 0; i < d->groups; i++)
		if (d->group[i].name == r->name &&
		    has_rank(&d->group[i], r->rank))
			return i;
	return add_group(names, r->name, r->desc, 0);
}

/* The records of a dump are by name: those of one group follow each other. */
static void
set_groups(struct naming *names)
{
	struct dumps *d = names->d;

	for (size_t i = 0; i < d->records; i++) {
		struct record *r = &d->record[i];

		if (i && r[-1].dump == r->dump && r[-1].name == r->name) {
			r->group = r[-1].group;
			continue;
		}
		r->group = group_of(names, r);
		add_member(&d->group[r->group], r->rank);
		if (d->group[r->group].desc == 0)
			d->group[r->group].desc = r->desc;
	}
}

/* Names that are numbers as such. */
ORDER_BY(compare_groups, struct process_group,
    groups_compare_labels(x->by_name, y->by_name),
    span_compare(x->by_ranks, y->by_ranks), UP(id))

/* So that what is printed does not depend on the order of the files. */
static void
sort_groups(struct naming *names)
{
	struct dumps *d = names->d;
	uint32_t *place = xcalloc(d->groups + 1, sizeof *place);

	for (uint32_t i = 0; i < d->groups; i++) {
		struct process_group *g = &d->group[i];

		g->id = i;
		g->by_name = dump_text(d, g->name);
		g->by_ranks = dump_text(d, g->ranks);
	}
	ARRAY_SORT(d->group, d->groups, compare_groups);
	for (uint32_t i = 0; i < d->groups; i++)
		place[d->group[i].id] = i;
	for (size_t i = 0; i < d->records; i++)
		d->record[i].group = place[d->record[i].group];
	for (size_t i = 0; i < names->configs.n; i++)
		names->config[i] = place[names->config[i]];
	free(place);
}

/* The groups are sorted, and have their members. */
static void
find_elsewhere(struct naming *names)
{
	struct dumps *d = names->d;

	for (uint32_t i = 0; i < d->groups; i++)
		for (size_t k = 0; k < d->group[i].members; k++) {
			struct member *m = &d->group[i].member[k];
			uint32_t id = m->dump < 0
			    ? IDPOOL_NONE
			    : idpool_find(&names->configs,
				  pair((uint32_t)m->dump, d->group[i].name));

			m->elsewhere =
			    id != IDPOOL_NONE && names->config[id] != i;
		}
}

void
dump_groups(struct dumps *d)
{
	struct naming names = {
	    .d = d, .config = xcalloc(d->configs + 1u, sizeof *names.config)};

	add_configs(&names);
	set_groups(&names);
	sort_groups(&names);
	dump_members(d);
	find_elsewhere(&names);
	idpool_free(&names.keys);
	idpool_free(&names.configs);
	free(names.config);
}
