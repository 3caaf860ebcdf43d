#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/meaning/event_category.h"
#include "common/trace/host_events.h"
#include "common/trace/launch.h"
#include "common/trace/main_stream.h"
#include "tools/trace-cycles/launches.h"

enum kind { UNKNOWN, OTHER, WORK, CALL };

/* The kind of each category, found once: there are few categories. */
struct kinds {
	const struct events *events;
	unsigned char *of; /* enum kind, of each text that is a category */
};

static enum kind
find_kind(const struct events *e, uint32_t event)
{
	if (event_is_work(e, event))
		return WORK;
	return event_category_is_call(event_category_today(event_cat(e, event)))
	    ? CALL
	    : OTHER;
}

static enum kind
kind_of(const struct kinds *k, uint32_t event)
{
	uint32_t cat = event_cat_number(k->events, event);

	if (cat == EVENT_NO_TEXT)
		return find_kind(k->events, event);
	if (k->of[cat] == UNKNOWN)
		k->of[cat] = (unsigned char)find_kind(k->events, event);
	return (enum kind)k->of[cat];
}

/* Whether kernels or copies run on several streams of a GPU. */
static bool
has_streams(const struct kinds *k)
{
	const struct events *e = k->events;
	bool *works = xcalloc(e->tracks + 1u, sizeof *works), several = false;
	uint32_t last = 0;

	for (uint32_t i = 0; i < e->n; i++)
		works[e->event[i].track] |= kind_of(k, i) == WORK;
	for (uint32_t t = 0; t < e->tracks; t++) {
		if (!works[t])
			continue;
		several |=
		    works[last] && last < t && event_same_gpu(e, last, t);
		last = t;
	}
	free(works);
	return several;
}

/* The calls and the work, and which bear the same correlation. */
struct calls {
	struct host *host;
	size_t n, host_cap;
	uint32_t *work, *correlation; /* of each */
	size_t works, work_cap, correlation_cap;
	struct pool *ids;
	unsigned char *known; /* of each id */
	size_t known_cap;
};

static uint32_t
number_id(struct calls *c, const struct events *e, uint32_t event)
{
	uint64_t key[] = {
	    e->track[e->event[event].track].rank, e->correlation[event]};
	uint32_t before = pool_count(c->ids), id;

	if (key[1] & EVENT_ID_TEXT && event_text(e, key[1] & UINT32_MAX).n == 0)
		return HOST_NONE;
	id = pool_add(c->ids, (struct span){(char *)key, sizeof key});
	ARRAY_RESERVE(c->known, &c->known_cap, id + 1u);
	if (id == before)
		c->known[id] = key[1] == 0 ? LAUNCH_IS_ZERO : 0;
	return id;
}

static void
add_call(struct calls *c, const struct events *e, uint32_t event)
{
	const struct event *v = &e->event[event];

	ARRAY_PUSH(c->host, c->n, &c->host_cap,
	    ((struct host){.start = v->ts,
		.end = v->ts + v->dur,
		.correlation = number_id(c, e, event),
		.kind = HOST_CALL,
		.graph = host_launches_graph(event_text(e, v->name))}));
}

static void
add_work(struct calls *c, const struct events *e, uint32_t event)
{
	ARRAY_RESERVE(c->correlation, &c->correlation_cap, c->works + 1);
	c->correlation[c->works] = number_id(c, e, event);
	ARRAY_PUSH(c->work, c->works, &c->work_cap, event);
}

static struct calls
read_calls(const struct kinds *k)
{
	const struct events *e = k->events;
	struct calls c = {.ids = pool_new()};

	for (uint32_t i = 0; i < e->n; i++) {
		enum kind kind = kind_of(k, i);

		if (kind == WORK)
			add_work(&c, e, i);
		else if (kind == CALL && e->event[i].ts != EVENT_NO_TIME)
			add_call(&c, e, i);
	}
	host_sort(c.host, c.n, (const uint32_t[]){0}, false);
	return c;
}

static void
by_calls(const struct kinds *k, int64_t *launch)
{
	struct calls c = read_calls(k);
	struct launch *found = xcalloc(c.works + 1, sizeof *found);

	launch_find(c.host, c.n, c.known, pool_count(c.ids), c.correlation,
	    c.works, found);
	for (size_t i = 0; i < c.works; i++)
		if (found[i].call != HOST_NONE)
			launch[c.work[i]] = c.host[found[i].call].start;
	free(found);
	free(c.host);
	free(c.work);
	free(c.correlation);
	free(c.known);
	pool_free(c.ids);
}

void
launches_add(struct launches *l, const struct events *e, const struct tsv *in)
{
	int64_t ns;

	if (l->column == TSV_MISSING)
		return;
	if (!event_is_work(e, (uint32_t)e->n - 1) ||
	    fixed_parse_us(tsv_field(in, l->column), &ns))
		ns = STREAM_WORK_NO_LAUNCH;
	ARRAY_PUSH(l->ns, l->n, &l->cap, ns);
}

void
launches_find(struct launches *l, const struct events *e)
{
	struct kinds k;

	if (l->column != TSV_MISSING || !e->correlation)
		return;
	k = (struct kinds){e, xcalloc(event_texts(e) + 1u, sizeof *k.of)};
	if (has_streams(&k)) {
		l->ns = xmalloc((e->n + 1) * sizeof *l->ns);
		for (size_t i = 0; i < e->n; i++)
			l->ns[i] = STREAM_WORK_NO_LAUNCH;
		by_calls(&k, l->ns);
	}
	free(k.of);
}
