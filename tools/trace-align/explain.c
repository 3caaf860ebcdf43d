#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "tools/trace-align/explain.h"
#include "tools/trace-align/measure.h"

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

struct time {
	int64_t a, b; /* ns of one repeat */
	size_t times; /* rows; 0: not counted */
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

static struct time
add_kernels(const struct report *r, struct time *kind)
{
	struct time all = {0};

	for (size_t i = 0; i < r->comparison->npairs; i++) {
		const struct pair *p = &r->comparison->pairs[i];
		struct time *k = &kind[kind_of_pair(r, i)];
		int64_t a = p->a ? p->a->each : 0, b = p->b ? p->b->each : 0;

		k->a += a;
		k->b += b;
		k->times++;
		all.a += a;
		all.b += b;
	}
	return all;
}

/* What is busy is less than the kernels take where these overlap. */
static void
add_rest(const struct report *r, struct time *kind, struct time *all)
{
	struct measure busy, idle = align_measure_idle(r);

	measure_busy(r, &busy);
	if (!busy.known || !idle.known)
		return;
	kind[KIND_OVERLAP] =
	    (struct time){.a = busy.a - all->a, .b = busy.b - all->b};
	kind[KIND_GAPS] = (struct time){.a = idle.a, .b = idle.b};
	*all = (struct time){.a = busy.a + idle.a, .b = busy.b + idle.b};
}

static void
write_sums(struct page *p, const char *what, const struct time *t)
{
	page_begin(p, "kind", span_of(what));
	page_times(p, t->a, t->b);
	if (t->times)
		page_number(p, PAGE_TIMES, (int64_t)t->times);
	page_end(p);
}

void
explain_kinds(struct page *p)
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
	struct time kind[KINDS] = {{0}};
	struct time all = add_kernels(p->r, kind);

	add_rest(p->r, kind, &all);
	for (int k = 0; k < KINDS; k++)
		if (kind[k].times || kind[k].a || kind[k].b)
			write_sums(p, names[k], &kind[k]);
	write_sums(p, "sum", &all);
}

/* --- changes --- */

static void
begin_change(struct page *p, struct span what, const struct measure *m)
{
	page_begin(p, "change", what);
	page_times(p, m->a, m->b);
	page_word(p, PAGE_VERDICT, verdict_say(m->verdict));
}

static void
write_kind(struct page *p, const struct change *c, const struct measure *m)
{
	struct buf text = {0};

	change_what(c, &text);
	begin_change(p, buf_span(&text), m);
	page_number(p, PAGE_TIMES, (int64_t)c->times);
	page_go(p, PAGE_NAME);
	tsvw_field(p->out, pool_get(p->r->names, c->row->name));
	page_end(p);
	buf_free(&text);
}

/* Its verdict is that of the kernels whose time it is. */
static void
write_sum(struct page *p)
{
	struct measure m;

	measure_rows(p->r, PORTION_ALL, (struct span){0}, &m);
	begin_change(p, span_of("sum"), &m);
	page_end(p);
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
explain_changes(struct page *p, const struct changes *c)
{
	struct measure m[MOST_CHANGES + 1];
	size_t rest = 0;

	measure_changes(p->r, c, m);
	for (size_t i = 0; i < c->n; i++)
		if (i < MOST_CHANGES && m[i].rows > 0)
			write_kind(p, &c->change[i], &m[i]);
		else
			rest += c->change[i].times;
	begin_change(p, span_of("all else"), &m[MOST_CHANGES]);
	if (rest)
		page_number(p, PAGE_TIMES, (int64_t)rest);
	page_end(p);
	write_sum(p);
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
	int64_t time; /* of both sides */
	size_t key;
};

static int
compare_families(const void *pa, const void *pb)
{
	const struct family *a = pa, *b = pb;

	if (a->time != b->time)
		return a->time > b->time ? -1 : 1;
	return span_compare(a->name, b->name);
}

/* Their names and times, sorted; key[i] is the number of a row's family. */
static struct family *
find_families(
    const struct report *r, struct pool *names, size_t *key, uint32_t *n)
{
	size_t npairs = r->comparison->npairs;
	struct family *f = xcalloc(npairs + 1, sizeof *f);

	for (size_t i = 0; i < npairs; i++) {
		const struct pair *p = &r->comparison->pairs[i];

		key[i] = pool_add(names, family_of(r, p));
		f[key[i]].name = pool_get(names, (uint32_t)key[i]);
		f[key[i]].key = key[i];
		f[key[i]].time += p->a ? p->a->each : 0;
		f[key[i]].time += p->b ? p->b->each : 0;
	}
	*n = pool_count(names);
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

/* Gives rows the places of their families. */
static void
number_places(const struct family *f, uint32_t n, uint32_t shown, size_t *key,
    size_t npairs)
{
	size_t *place = xcalloc(n + 1, sizeof *place);

	for (uint32_t i = 0; i < n; i++)
		place[f[i].key] = i < shown ? i : shown;
	for (size_t i = 0; i < npairs; i++)
		key[i] = place[key[i]];
	free(place);
}

static void
write_family(struct page *p, struct span name, const struct measure *m)
{
	page_begin(p, "family", name);
	page_times(p, m->a, m->b);
	page_word(p, PAGE_VERDICT, verdict_say(m->verdict));
	page_end(p);
}

void
explain_families(struct page *p)
{
	size_t npairs = p->r->comparison->npairs;
	size_t *key = xcalloc(npairs + 1, sizeof *key);
	struct pool *names = pool_new();
	struct measure m[MOST_FAMILIES];
	uint32_t n, shown;
	struct family *f = find_families(p->r, names, key, &n);

	shown = count_shown(f, n);
	number_places(f, n, shown, key, npairs);
	measure_each(p->r, key, MOST_FAMILIES, m);
	for (uint32_t i = 0; i < shown; i++)
		write_family(p, f[i].name, &m[i]);
	if (shown < n)
		write_family(p, span_of("all others"), &m[shown]);
	free(f);
	free(key);
	pool_free(names);
}
