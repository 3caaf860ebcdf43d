#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/bytes/pool.h"
#include "tools/trace-collectives/job.h"

#define UNKNOWN "Unknown_Group" /* of events without, if others have one */
#define ALL "all"

/* A text and its number, if it is one: numbers as such, then other texts. */
struct item {
	struct span text;
	int64_t number; /* -1: none */
	uint32_t id;
};

static struct item
item_of(struct span text, uint32_t id)
{
	struct item item = {text, -1, id};

	if (fixed_parse_int(text, &item.number) || item.number < 0)
		item.number = -1;
	return item;
}

ORDER_BY(compare_items, struct item, (x->number < 0) - (y->number < 0),
    UP(number), span_compare(x->text, y->text))

int
groups_compare_labels(struct span a, struct span b)
{
	struct item x = item_of(a, 0), y = item_of(b, 0);

	return compare_items(&x, &y);
}

/*
 * How many ranks there are at least: if they are numbered from 0 on, those that
 * are left out, too. Without rank 0 the numbers may be of another kind, as ids
 * of processes are.
 */
static int64_t
world_of(const struct item *sorted, uint32_t n)
{
	int64_t last = n ? sorted[n - 1].number : 0;

	if (n == 0 || sorted[0].number != 0 || last < n || last == INT64_MAX)
		return n;
	return last + 1;
}

static void
order_ranks(struct job *j)
{
	uint32_t n = pool_count(j->ranks);
	struct item *item = xcalloc(n + 1u, sizeof *item);

	j->order = xcalloc(n + 1u, sizeof *j->order);
	j->rank_number = xcalloc(n + 1u, sizeof *j->rank_number);
	for (uint32_t i = 0; i < n; i++) {
		item[i] = item_of(pool_get(j->ranks, i), i);
		j->rank_number[i] = item[i].number;
	}
	qsort(item, n, sizeof *item, compare_items);
	for (uint32_t i = 0; i < n; i++)
		j->order[item[i].id] = i;
	j->world = world_of(item, n);
	if (j->told_world > j->world)
		j->world = j->told_world;
	free(item);
}

static bool
have_metadata(const struct job *j)
{
	for (size_t i = 0; i < j->events; i++)
		if (shape_of(j, &j->event[i])->text[SHAPE_GROUP])
			return true;
	return false;
}

/* Does a rank have two streams? */
static bool
have_streams(const struct job *j)
{
	uint32_t n = pool_count(j->ranks);
	uint32_t *stream = xnones(n);
	bool several = false;

	for (size_t i = 0; i < j->events; i++) {
		const struct event *e = &j->event[i];

		if (stream[e->rank] == POOL_NONE)
			stream[e->rank] = e->stream;
		several |= stream[e->rank] != e->stream;
	}
	free(stream);
	return several;
}

/* How groups are told apart, and the groups so far. */
struct naming {
	struct idpool keys; /* name and ranks, numbered as the groups */
	size_t cap;
	bool by_stream;
	uint32_t all, unknown; /* texts */
};

static uint32_t
stream_name(struct job *j, uint32_t stream)
{
	struct span text = pool_get(j->texts, stream);
	char name[80];
	int n = snprintf(name, sizeof name, "stream %.*s", SPAN_MOST(text, 60));

	return pool_add(j->texts, (struct span){name, (size_t)n});
}

static uint32_t
name_of(struct job *j, const struct naming *names, const struct event *e)
{
	uint32_t name = shape_of(j, e)->text[SHAPE_GROUP];

	if (!j->without_metadata)
		return name ? name : names->unknown;
	return names->by_stream ? stream_name(j, e->stream) : names->all;
}

static void
set_group(struct job *j, struct naming *names, struct event *e)
{
	uint32_t name = name_of(j, names, e);
	uint32_t ranks = shape_of(j, e)->text[SHAPE_RANKS];
	size_t known = names->keys.n;

	e->group = idpool_add(&names->keys, (uint64_t)name << 32 | ranks);
	if (e->group < known)
		return;
	ARRAY_PUSH(j->group, j->groups, &names->cap,
	    (struct group){.id = e->group, .name = name, .ranks = ranks});
	rank_list_parse(&j->group[e->group].members, pool_get(j->texts, ranks),
	    shape_of(j, e)->group_size);
}

static void
set_groups(struct job *j)
{
	struct naming names = {.by_stream = have_streams(j)};

	j->without_metadata = !have_metadata(j);
	names.all = pool_add(j->texts, span_of(ALL));
	names.unknown = pool_add(j->texts, span_of(UNKNOWN));
	for (size_t i = 0; i < j->events; i++)
		set_group(j, &names, &j->event[i]);
	idpool_free(&names.keys);
}

/* A name alone, or where several groups have it, with the ranks. */
static void
set_labels(struct job *j)
{
	uint32_t *count = xcalloc(pool_count(j->texts), sizeof *count);
	struct buf label = {0};

	for (size_t i = 0; i < j->groups; i++)
		count[j->group[i].name]++;
	for (size_t i = 0; i < j->groups; i++) {
		struct group *g = &j->group[i];

		BUF_JOIN(&label, pool_get(j->texts, g->name));
		if (count[g->name] > 1)
			BUF_ADD_ALL(
			    &label, span_of("@"), pool_get(j->texts, g->ranks));
		g->label = buf_span(&label);
		pool_keep(j->texts, &g->label);
	}
	free(count);
	buf_free(&label);
}

ORDER_BY(
    compare_groups, struct group, groups_compare_labels(x->label, y->label))

/* Sorts the groups, and tells the events where they went. */
static void
sort_groups(struct job *j)
{
	uint32_t *place = xcalloc(j->groups + 1, sizeof *place);

	ARRAY_SORT(j->group, j->groups, compare_groups);
	for (uint32_t i = 0; i < j->groups; i++)
		place[j->group[i].id] = i;
	for (size_t i = 0; i < j->events; i++)
		j->event[i].group = place[j->event[i].group];
	free(place);
}

void
groups_find(struct job *j)
{
	order_ranks(j);
	set_groups(j);
	set_labels(j);
	sort_groups(j);
}
