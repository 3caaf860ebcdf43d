#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/trace/linkage.h"

/* All that bears one correlation. */
struct bearers {
	uint32_t kernels, launches;
	bool called, worked;
	int64_t call, work; /* ns, when the first of each starts */
};

struct linkage {
	struct pool *ids; /* with the ranks of events that say theirs */
	struct buf key;
	struct bearers *of; /* by the number in ids */
	size_t cap;
	struct bearers none; /* of those without correlation */
};

struct linkage *
linkage_new(void)
{
	struct linkage *l = xcalloc(1, sizeof *l);

	l->ids = pool_new();
	return l;
}

void
linkage_free(struct linkage *l)
{
	if (!l)
		return;
	pool_free(l->ids);
	buf_free(&l->key);
	free(l->of);
	free(l);
}

bool
linkage_is_launch(struct span name)
{
	return span_has(name, "Launch") && !span_has(name, "HostFunc");
}

/* Those that bear the correlation of this event. */
static struct bearers *
bearers(struct linkage *l, const struct raw_event *e)
{
	uint32_t known = pool_count(l->ids);
	uint32_t i = pool_add(
	    l->ids, BUF_JOIN(&l->key, e->correlation, span_of("/"), e->rank));

	if (i == known)
		ARRAY_PUSH(l->of, known, &l->cap, (struct bearers){0});
	return &l->of[i];
}

/* Counts a start in. */
static void
first(bool *any, int64_t *start, int64_t ts)
{
	if (!*any || ts < *start)
		*start = ts;
	*any = true;
}

void
linkage_add(struct linkage *l, const struct raw_event *e)
{
	bool work = e->group == GROUP_GPU, kernel = span_is(e->cat, "kernel");
	struct bearers *b;

	if (!work && !event_category_is_call(e->cat))
		return;
	if (e->correlation.n == 0 || span_is(e->correlation, "0")) {
		b = &l->none;
	} else {
		b = bearers(l, e);
		first(work ? &b->worked : &b->called,
		    work ? &b->work : &b->call,
		    raw_event_at_zero(e) ? RAW_EVENT_TIME_MAX : e->ts);
	}
	b->kernels += kernel;
	b->launches += !work && linkage_is_launch(e->name);
}

struct unlinked
linkage_unlinked(const struct linkage *l)
{
	struct unlinked n = {l->none.kernels, l->none.launches};

	for (uint32_t i = 0; i < pool_count(l->ids); i++) {
		n.kernels += l->of[i].called ? 0 : l->of[i].kernels;
		n.launches += l->of[i].worked ? 0 : l->of[i].launches;
	}
	return n;
}

struct early
linkage_early(const struct linkage *l)
{
	struct early early = {0};

	for (uint32_t i = 0; i < pool_count(l->ids); i++) {
		const struct bearers *b = &l->of[i];
		int64_t ns = b->called && b->worked ? b->call - b->work : 0;

		early.works += ns > 0;
		early.most_ns = ns > early.most_ns ? ns : early.most_ns;
	}
	return early;
}
