#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "tools/trace-align/measure.h"
#include "tools/trace-align/summary.h"

enum {
	MOST_CHANGES = 5,   /* people remember no more */
	MOST_FAMILIES = 12, /* a chart has room for so many */
	TINY = 100 /* of bars, the shortest that is seen: one part of so many */
};

/* --- kinds of changes: from the period of A to that of B --- */

/* In the order in which they are printed. */
enum kind_of_change {
	KIND_FASTER,
	KIND_SLOWER,
	KIND_UNJUDGED, /* neither for sure */
	KIND_FUSED,
	KIND_SPLIT,
	KIND_REPLACED, /* several by as many others */
	KIND_REMOVED,
	KIND_ADDED,
	KIND_OVERLAP,
	KIND_GAPS,
	KINDS
};

/* A group counts as a whole. */
static enum kind_of_change
kind_of_pair(const struct report *r, size_t i)
{
	const struct pair *p = &r->comparison->pairs[i];

	if (p->group) {
		const struct group *g = &r->comparison->groups[p->group];

		return g->a_rows > g->b_rows ? KIND_FUSED
		    : g->a_rows < g->b_rows  ? KIND_SPLIT
					     : KIND_REPLACED;
	}
	if (!p->b)
		return KIND_REMOVED;
	if (!p->a)
		return KIND_ADDED;
	return r->differences[i].verdict == FASTER ? KIND_FASTER
	    : r->differences[i].verdict == SLOWER  ? KIND_SLOWER
						   : KIND_UNJUDGED;
}

/* What is busy is less than the kernels take where these overlap. */
static void
add_rest(const struct report *r, struct measure *kind, struct measure *all)
{
	struct measure busy = measure_whole(r, PORTION_BUSY);
	struct measure idle = measure_whole(r, PORTION_IDLE);

	if (!busy.known || !idle.known)
		return;
	kind[KIND_OVERLAP] =
	    (struct measure){.a = busy.a - all->a, .b = busy.b - all->b};
	kind[KIND_GAPS] = idle;
	*all = (struct measure){.a = busy.a + idle.a, .b = busy.b + idle.b};
}

static void
write_sums(const struct page *p, const char *what, const struct measure *m)
{
	page_line(p,
	    &(struct page_row){.section = "kind",
		.what = span_of(what),
		.times = m,
		.count = m->rows});
}

void
explain_kinds(const struct page *p)
{
	static const char *const names[KINDS] = {[KIND_FASTER] = "faster",
	    [KIND_SLOWER] = "slower",
	    [KIND_UNJUDGED] = "not tested, or the same",
	    [KIND_FUSED] = "fused",
	    [KIND_SPLIT] = "split",
	    [KIND_REPLACED] = "replaced",
	    [KIND_REMOVED] = "removed",
	    [KIND_ADDED] = "added",
	    [KIND_OVERLAP] = "overlap",
	    [KIND_GAPS] = "gaps"};
	size_t n = p->r->comparison->npairs;
	size_t *key = xcalloc(n + 1, sizeof *key);
	struct measure kind[KINDS], all = {0};

	for (size_t i = 0; i < n; i++)
		key[i] = kind_of_pair(p->r, i);
	measure_each(p->r, key, KINDS, kind);
	free(key);
	for (int k = 0; k < KINDS; k++) {
		all.a += kind[k].a;
		all.b += kind[k].b;
	}
	add_rest(p->r, kind, &all);
	for (int k = 0; k < KINDS; k++)
		if (kind[k].rows || kind[k].a || kind[k].b)
			write_sums(p, names[k], &kind[k]);
	write_sums(p, "sum", &all);
}

/* --- changes --- */

static void
write_change(const struct page *p, struct span what, const struct measure *m,
    size_t times, struct span name)
{
	page_line(p,
	    &(struct page_row){.section = "change",
		.what = what,
		.times = m,
		.judged = true,
		.count = times,
		.name = name});
}

/* The first changes, and in m[MOST_CHANGES] all others. */
static void
measure_changes(
    const struct report *r, const struct changes *c, struct measure *m)
{
	size_t n = r->comparison->npairs;
	size_t *key = xcalloc(n + 1, sizeof *key);

	for (size_t i = 0; i < n; i++) {
		const struct change *x = &c->change[c->of[i]];

		key[i] = c->of[i] < MOST_CHANGES && x->a != x->b ? c->of[i]
								 : MOST_CHANGES;
	}
	measure_each(r, key, MOST_CHANGES + 1, m);
	free(key);
}

void
explain_changes(const struct page *p, const struct changes *c)
{
	struct measure m[MOST_CHANGES + 1], all;
	struct span none = {NULL, 0};
	struct buf text = {0};
	size_t rest = 0;

	measure_changes(p->r, c, m);
	for (size_t i = 0; i < c->n; i++) {
		const struct change *x = &c->change[i];

		if (i >= MOST_CHANGES || m[i].rows == 0) {
			rest += x->times;
			continue;
		}
		text.n = 0;
		change_what(x, &text);
		write_change(p, buf_span(&text), &m[i], x->times,
		    pool_get(p->r->names, x->row->name));
	}
	write_change(p, span_of("all else"), &m[MOST_CHANGES], rest, none);
	/* The verdict of the sum is that of the kernels whose time it is. */
	all = measure_whole(p->r, PORTION_ALL);
	write_change(p, span_of("sum"), &all, 0, none);
	buf_free(&text);
}

/* --- families --- */

/* The work of a row: of a group all rows count as what they became. */
static struct span
family_of(const struct report *r, const struct pair *p)
{
	struct span name =
	    p->group ? r->comparison->groups[p->group].name : p->family;

	return name.n ? name : span_of("unknown");
}

struct family {
	struct span name;
	int64_t time; /* ns of both sides */
	size_t key;   /* of its rows */
};

/* Those that take most time first. */
static int
compare_families(const void *pa, const void *pb)
{
	const struct family *a = pa, *b = pb;

	if (a->time != b->time)
		return a->time > b->time ? -1 : 1;
	return span_compare(a->name, b->name);
}

/* All of them, sorted; key[i] is the number of a row's family. */
static struct family *
find_families(
    const struct report *r, struct pool *names, size_t *key, uint32_t *n)
{
	const struct comparison *c = r->comparison;
	struct family *f;

	for (size_t i = 0; i < c->npairs; i++)
		key[i] = pool_add(names, family_of(r, &c->pairs[i]));
	*n = pool_count(names);
	f = xcalloc((size_t)*n + 1, sizeof *f);
	for (uint32_t k = 0; k < *n; k++)
		f[k] = (struct family){pool_get(names, k), 0, k};
	for (size_t i = 0; i < c->npairs; i++) {
		const struct pair *p = &c->pairs[i];

		f[key[i]].time +=
		    (p->a ? p->a->each : 0) + (p->b ? p->b->each : 0);
	}
	if (*n > 0)
		qsort(f, *n, sizeof *f, compare_families);
	return f;
}

/* How many families have rows of their own; all others share one. */
static uint32_t
count_shown(const struct family *f, uint32_t n)
{
	uint32_t shown = 0;
	int64_t total = 0;

	for (uint32_t i = 0; i < n; i++)
		total += f[i].time;
	while (shown < n && shown < MOST_FAMILIES - 1 &&
	    f[shown].time >= total / TINY)
		shown++;
	return shown + 1 == n ? n : shown;
}

void
explain_families(const struct page *p)
{
	size_t npairs = p->r->comparison->npairs;
	size_t *key = xcalloc(npairs + 1, sizeof *key);
	struct pool *names = pool_new();
	uint32_t n, shown;
	struct family *f = find_families(p->r, names, key, &n);
	size_t *place = xcalloc((size_t)n + 1, sizeof *place);
	struct measure m[MOST_FAMILIES + 1];

	shown = count_shown(f, n);
	for (uint32_t k = 0; k < n; k++)
		place[f[k].key] = k < shown ? k : shown;
	for (size_t i = 0; i < npairs; i++)
		key[i] = place[key[i]];
	measure_each(p->r, key, shown + 1, m);
	for (uint32_t k = 0; k < n && k <= shown; k++)
		page_line(p,
		    &(struct page_row){.section = "family",
			.what = k < shown ? f[k].name : span_of("all others"),
			.times = &m[k],
			.judged = true});
	free(f);
	free(key);
	free(place);
	pool_free(names);
}
