#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/meaning/kname.h"
#include "tools/trace-link/operator_work.h"

/* An operator is told by its row, and a recorded one by its run, too. */
struct key {
	const struct host *host;
	int64_t run;
};

static struct span
key_span(const struct key *key)
{
	return (struct span){(const char *)key, sizeof *key};
}

void
operator_works_open(struct operator_works *all, const struct events *gpu)
{
	uint32_t texts = event_texts(gpu);
	bool turned[2];

	*all = (struct operator_works){.known = pool_new()};
	all->products = xmalloc((texts + 1) * sizeof *all->products);
	for (uint32_t i = 0; i < texts; i++)
		all->products[i] = kname_transposed(event_text(gpu, i), turned);
}

/* The work of the i-th of the path, new or known. */
static struct operator_work *
find(struct operator_works *all, const struct call_path *path, size_t i,
    const struct link_table *trace)
{
	const struct part *part = &path->part[i];
	struct key key = {part->host, part->place->ids};
	uint32_t number = pool_add(all->known, key_span(&key));
	struct operator_work none = {.host = part->host,
	    .id = call_path_id(part),
	    .parent = i + 1 < path->n ? call_path_id(&path->part[i + 1]) : -1,
	    .since = part->place->since,
	    .recorded = part->place->table != trace};

	if (number == all->n)
		ARRAY_PUSH(all->work, all->n, &all->cap, none);
	return &all->work[number];
}

/* Time in which several events run counts once. */
static void
add_time(struct operator_work *w, const struct event *e)
{
	int64_t start = e->ts, end = e->ts + e->dur;

	if (w->events && start < w->end)
		start = w->end;
	if (end > start)
		w->ns += end - start;
	if (w->events == 0 || end > w->end)
		w->end = end;
}

int
operator_works_add(struct operator_works *all, const struct call_path *path,
    const struct event *e, uint32_t place, const struct link_table *trace)
{
	bool product = all->products[e->name];

	for (size_t i = path->n; i-- > 0;) {
		struct operator_work *w = find(all, path, i, trace);

		if (!w)
			return -1;
		if (w->events == 0)
			w->first = w->kernel = place;
		if (product && !w->product) {
			w->product = true;
			w->kernel = place;
		}
		if (e->ts != EVENT_NO_TIME)
			add_time(w, e);
		w->events++;
	}
	return 0;
}

const struct operator_work *
operator_works_of(const struct operator_works *all, const struct host *host)
{
	struct key key = {host, 0};
	uint32_t number = pool_find(all->known, key_span(&key));

	return number == POOL_NONE ? NULL : &all->work[number];
}

void
operator_works_free(struct operator_works *all)
{
	pool_free(all->known);
	free(all->products);
	free(all->work);
	*all = (struct operator_works){0};
}
