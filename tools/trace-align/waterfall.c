#include "tools/trace-align/waterfall.h"
#include "tools/trace-align/measure.h"

/* In the order in which they are printed. */
enum kind {
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
static enum kind
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
write_kind(struct page *p, const char *what, const struct time *t)
{
	page_begin(p, "kind", span_of(what));
	page_times(p, t->a, t->b);
	if (t->times)
		page_number(p, PAGE_TIMES, (int64_t)t->times);
	page_end(p);
}

void
waterfall_write(struct page *p)
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
			write_kind(p, names[k], &kind[k]);
	write_kind(p, "sum", &all);
}
