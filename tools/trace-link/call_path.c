#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/meaning/kernel_name.h"
#include "tools/trace-link/call_path.h"

struct span
call_path_text(const struct link_table *t, uint32_t number)
{
	return number == HOST_NONE ? span_of("") : t->text[number];
}

struct span
call_path_name(const struct part *part)
{
	return call_path_text(part->place->table, part->host->name);
}

int64_t
call_path_id(const struct part *part)
{
	return (int64_t)((uint64_t)part->place->ids + (uint64_t)part->host->id);
}

void
call_path_add(struct call_path *path, const struct place *p, uint32_t row)
{
	ARRAY_PUSH(path->part, path->n, &path->cap,
	    (struct part){&p->table->host[row], p});
}

void
call_path_add_all(struct call_path *path, const struct place *p,
    enum host_kind kind, const char *beginning)
{
	uint32_t row;

	if (p->call == HOST_NONE)
		return;
	row = kind == HOST_FRAME ? p->table->tree.frame[p->call]
				 : p->table->tree.parent[p->call];
	for (; row != HOST_NONE; row = p->table->tree.parent[row]) {
		const struct host *h = &p->table->host[row];

		if (h->kind == kind && h->start >= p->since &&
		    span_starts(call_path_text(p->table, h->name), beginning))
			call_path_add(path, p, row);
	}
}

/* All annotations that hold a call: those of its thread inside the others. */
static void
add_annotations(struct call_path *path, const struct place *p)
{
	const struct call_tree *tree = &p->table->tree;
	const struct host *h = p->table->host;
	const struct host *call = &h[p->call];
	uint32_t row = tree->annotation[p->call];

	for (; row != HOST_NONE; row = tree->parent[row])
		if (call_tree_holds(&h[row], call))
			call_path_add(path, p, row);
	row = tree->around[p->call];
	for (; row != HOST_NONE; row = tree->around[row])
		if (call_tree_holds(&h[row], call) &&
		    h[row].thread != call->thread)
			call_path_add(path, p, row);
}

void
call_path_print(struct tsvw *out, struct buf *room,
    const struct call_path *path, size_t skip)
{
	room->n = 0;
	for (size_t i = path->n; i-- > 0;) {
		struct span name = call_path_name(&path->part[i]);

		buf_add(room, name.p + skip, name.n - skip);
		if (i)
			buf_add(room, ";", 1);
	}
	tsvw_field(out, buf_span(room));
}

void
call_path_print_annotations(struct tsvw *out, struct buf *room,
    struct call_path *path, const struct place *p)
{
	path->n = 0;
	if (p->call != HOST_NONE)
		add_annotations(path, p);
	tsvw_field(out, path->n ? call_path_name(path->part) : span_of(""));
	call_path_print(out, room, path, 0);
}

void
call_path_print_stacks(struct tsvw *out, struct buf *room,
    struct call_path *path, const struct place *recorded, const struct place *p)
{
	static const char *const beginning[] = {"", "nn.Module: "};

	for (size_t i = 0; i < 2; i++) {
		path->n = 0;
		call_path_add_all(path, recorded, HOST_FRAME, beginning[i]);
		call_path_add_all(path, p, HOST_FRAME, beginning[i]);
		call_path_print(out, room, path, strlen(beginning[i]));
	}
}

void
call_path_free(struct call_path *path)
{
	free(path->part);
	*path = (struct call_path){0};
}

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
		all->products[i] =
		    kernel_name_transposed(event_text(gpu, i), turned);
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

void
operator_works_add(struct operator_works *all, const struct call_path *path,
    const struct event *e, uint32_t place, const struct link_table *trace)
{
	bool product = all->products[e->name];

	for (size_t i = path->n; i-- > 0;) {
		struct operator_work *w = find(all, path, i, trace);

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
