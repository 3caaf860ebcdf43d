/*
 * Explains the difference of two cycles: by kinds of changes, by the largest
 * ones, and by families of kernels. Rows of the summary's page.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/cycle_difference.h"
#include "tools/trace-align/summary.h"

enum {
	MOST_CHANGES = 5,   /* people remember no more */
	MOST_FAMILIES = 12, /* bars that a chart has room for */
	TINY = 100          /* bars below 1/TINY of all are not seen */
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

		return g->rows[0] > g->rows[1] ? KIND_FUSED
		    : g->rows[0] < g->rows[1]  ? KIND_SPLIT
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

/* Busy time is less than the sum of the kernels where these overlap. */
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
		.kernels = m->rows});
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
		.found = times,
		.name = name});
}

/* Why many kernels may differ by one share; nothing of those of a family. */
static struct span
common_cause(const struct page *p, const struct change *c)
{
	struct span a = p->facts[0].gpu, b = p->facts[1].gpu;

	if (c->name.n > 0)
		return span_of("");
	if (a.n > 0 && b.n > 0 && !span_equal(a, b))
		return span_of("another GPU");
	return span_of(c->sum.b > c->sum.a
		? "a lower clock (power, heat) or more work for all"
		: "a higher clock or less work for all");
}

/* Appends by which share many kernels differ. */
static void
add_joined(const struct change *c, struct buf *out)
{
	char text[80];

	(void)snprintf(text, sizeof text, "%zu kernels, about %.1f %% %s each",
	    c->joined, fabs(page_percent(c->sum.a, c->sum.b)),
	    c->sum.b > c->sum.a ? "more" : "less");
	buf_add_text(out, text);
}

void
explain_common(const struct page *p, const struct changes *c)
{
	struct buf text = {0};

	for (size_t i = 0; i < c->n; i++) {
		const struct change *x = &c->change[i];
		struct span cause = common_cause(p, x);
		enum verdict v = x->sum.verdict;

		if (!x->joined || cause.n == 0 || (v != FASTER && v != SLOWER))
			continue;
		text.n = 0;
		add_joined(x, &text);
		page_say(p, "note", "%.*s: %.*s.", (int)text.n, text.p,
		    (int)cause.n, cause.p);
	}
	buf_free(&text);
}

/* Appends what happened, in words: "norm: 5 kernels became 1". */
static void
add_what(const struct report *r, const struct change *c, struct buf *out)
{
	static const char *const become[MATCHES] = {[EXACT] = "the same kernel",
	    [SIMILAR] = "another kernel",
	    [MOVED] = "moved",
	    [REMOVED] = "gone",
	    [ADDED] = "new"};
	const struct side *other = c->row_of_b ? r->a : r->b;
	const char *how = become[c->match];
	size_t from = c->sum.a_rows / c->times, to = c->sum.b_rows / c->times;
	char text[120] = "";

	if ((c->match == REMOVED || c->match == ADDED) && !c->fusion &&
	    other->cycle->in_step &&
	    cycle_table_runs_beside(other->table, c->row->name))
		how = c->row_of_b ? "on another stream in A"
				  : "on another stream in B";
	if (c->fusion && from == 1 && to == 1)
		how = become[SIMILAR];
	else if (c->fusion)
		(void)snprintf(text, sizeof text, "%zu kernel%s became %zu",
		    from, from == 1 ? "" : "s", to);
	else if (c->row->few)
		(void)snprintf(text, sizeof text,
		    "%s in %" PRId64 " of %" PRId64 " repeats", how,
		    c->row->count, c->reps);
	else if (c->places)
		(void)snprintf(
		    text, sizeof text, "at %zu of %zu", c->places, c->times);
	if (c->name.n > 0)
		BUF_ADD_ALL(out, c->name, span_of(": "));
	if (c->joined)
		add_joined(c, out);
	else
		buf_add_text(out, text[0] ? text : how);
}

/* How many changes have rows of their own: the first of those that count. */
static size_t
count_told(const struct changes *c)
{
	size_t n = 0;

	while (n < c->n && n < MOST_CHANGES &&
	    c->change[n].sum.a != c->change[n].sum.b)
		n++;
	return n;
}

/* Writes those of the first n changes that are faster or slower, or the rest.
 */
static void
write_told(const struct page *p, const struct changes *c, size_t n, bool judged)
{
	struct buf text = {0};

	for (size_t i = 0; i < n; i++) {
		const struct change *x = &c->change[i];
		enum verdict v = x->sum.verdict;

		if ((v == FASTER || v == SLOWER) != judged)
			continue;
		text.n = 0;
		add_what(p->r, x, &text);
		write_change(p, buf_span(&text), &x->sum, x->times,
		    x->joined ? common_cause(p, x)
			      : pool_get(p->r->names, x->row->name));
	}
	buf_free(&text);
}

void
explain_changes(const struct page *p, const struct changes *c)
{
	size_t told = count_told(c), times = 0;
	struct measure rest = measure_rest(p->r, c->of, told);
	/* The verdict of the sum is that of the kernels whose time it is. */
	struct measure all = measure_whole(p->r, PORTION_ALL);
	struct span none = {NULL, 0};

	write_told(p, c, told, true);
	write_told(p, c, told, false);
	for (size_t i = told; i < c->n; i++)
		times += c->change[i].times;
	write_change(p, span_of("all else"), &rest, times, none);
	write_change(p, span_of("sum"), &all, 0, none);
}

/* --- families --- */

/* How many families have rows of their own; all others share one. */
static size_t
count_shown(const struct changes *f)
{
	size_t shown = 0;
	int64_t total = 0;

	for (size_t i = 0; i < f->n; i++)
		total += measure_both(&f->change[i].sum);
	while (shown < f->n && shown < MOST_FAMILIES - 1 &&
	    measure_both(&f->change[shown].sum) >= total / TINY)
		shown++;
	return shown + 1 == f->n ? f->n : shown;
}

static void
write_family(const struct page *p, struct span name, const struct measure *m)
{
	page_line(p,
	    &(struct page_row){
		.section = "family", .what = name, .times = m, .judged = true});
}

void
explain_families(const struct page *p)
{
	struct changes families;
	struct measure rest;
	size_t shown;

	changes_find_families(&families, p->r);
	shown = count_shown(&families);
	rest = measure_rest(p->r, families.of, shown);
	for (size_t k = 0; k < shown; k++)
		write_family(
		    p, families.change[k].name, &families.change[k].sum);
	if (shown < families.n)
		write_family(p, span_of("all others"), &rest);
	changes_free(&families);
}
