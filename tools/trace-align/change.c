#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/meaning/kshort.h"
#include "tools/trace-align/change.h"

/* --- names for people --- */

static void
add_short_name(struct buf *b, struct span name)
{
	struct kparts parts;

	kparts_read(&parts, name);
	kshort_add(name, &parts, b);
}

/* The kind of a kernel: its family, or else its name. */
static void
add_kind(struct buf *b, const struct report *r, const struct row *row)
{
	struct span family = r->likeness->family[row->name];

	if (b->n > 0)
		buf_add_text(b, " + ");
	if (family.n > 0)
		buf_add(b, family.p, family.n);
	else
		add_short_name(b, pool_get(r->names, row->name));
}

/* --- what is alike --- */

struct finder {
	const struct report *r;
	struct changes *found;
	struct pool *keys;
	size_t cap;
	struct buf from, to, key;
};

/* Adds what a row has to the texts of the change that is looked for. */
static void
add_kinds(struct finder *f, const struct pair *p)
{
	if (p->a)
		add_kind(&f->from, f->r, p->a);
	if (p->b)
		add_kind(&f->to, f->r, p->b);
}

static void
keep_text(struct finder *f, const struct buf *text, struct span *kept)
{
	*kept = buf_span(text);
	pool_keep(f->found->texts, kept);
}

/*
 * The change with this key, a new one with these texts if there is none yet; or
 * NULL.
 */
static struct change *
find_change(struct finder *f)
{
	struct changes *c = f->found;
	uint32_t id = pool_add(f->keys, buf_span(&f->key));
	struct change begun = {.found = id};

	if (id < c->n)
		return &c->change[id];
	keep_text(f, &f->from, &begun.from);
	keep_text(f, &f->to, &begun.to);
	ARRAY_PUSH(c->change, c->n, &f->cap, begun);
	return &c->change[c->n - 1];
}

static void
add_row(struct change *c, const struct row *row, bool of_b)
{
	if (of_b) {
		c->b += row->each;
		c->b_rows++;
	} else {
		c->a += row->each;
		c->a_rows++;
	}
	if (!c->row || (of_b && !c->row_of_b) ||
	    (of_b == c->row_of_b && row->each > c->row->each)) {
		c->row = row;
		c->row_of_b = of_b;
	}
}

static void
add_pair(struct change *c, const struct pair *p, enum verdict verdict)
{
	if (p->a)
		add_row(c, p->a, false);
	if (p->b)
		add_row(c, p->b, true);
	c->faster += verdict == FASTER;
	c->slower += verdict == SLOWER;
}

static uint32_t
normalised(const struct report *r, const struct row *row)
{
	return row ? r->likeness->level[ALIGN_NORMALISED][row->name]
		   : UINT32_MAX;
}

/* A row that is in no group. */
static void
find_alone(struct finder *f, size_t i)
{
	const struct pair *p = &f->r->comparison->pairs[i];
	const struct row *row = p->b ? p->b : p->a;
	uint32_t key[4] = {
	    p->match, normalised(f->r, p->a), normalised(f->r, p->b), row->few};
	struct change *c;

	f->from.n = f->to.n = f->key.n = 0;
	buf_add(&f->key, key, sizeof key);
	add_kinds(f, p);
	c = find_change(f);
	if (c->times++ == 0) {
		c->match = p->match;
		c->reps = (p->b ? f->r->b : f->r->a)->reps;
		c->name = p->family;
	}
	f->found->of[i] = c->found;
	add_pair(c, p, f->r->differences[i].verdict);
}

/* A group, by its rows: row[0..n-1] of the comparison. */
static void
find_fusion(struct finder *f, size_t g, const size_t *row, size_t n)
{
	const struct comparison *all = f->r->comparison;
	struct change *c;

	f->from.n = f->to.n = f->key.n = 0;
	for (size_t k = 0; k < n; k++)
		add_kinds(f, &all->pairs[row[k]]);
	buf_add(&f->key, f->from.p, f->from.n);
	buf_add_text(&f->key, "\n");
	buf_add(&f->key, f->to.p, f->to.n);
	c = find_change(f);
	if (c->times++ == 0) {
		c->fusion = true;
		c->name = all->groups[g].name;
	}
	for (size_t k = 0; k < n; k++) {
		f->found->of[row[k]] = c->found;
		add_pair(
		    c, &all->pairs[row[k]], f->r->differences[row[k]].verdict);
	}
}

/* The rows by their groups: those of g are row[start[g]] and on. */
static void
sort_rows(const struct comparison *c, size_t *start, size_t *row)
{
	for (size_t i = 0; i < c->npairs; i++)
		start[c->pairs[i].group + 1]++;
	for (size_t g = 1; g <= c->ngroups + 1; g++)
		start[g] += start[g - 1];
	for (size_t i = 0; i < c->npairs; i++)
		row[start[c->pairs[i].group]++] = i;
	for (size_t g = c->ngroups + 1; g > 0; g--)
		start[g] = start[g - 1];
	start[0] = 0;
}

static void
find_all(struct finder *f)
{
	const struct comparison *c = f->r->comparison;
	size_t *start = xcalloc(c->ngroups + 2, sizeof *start);
	size_t *row = xcalloc(c->npairs + 1, sizeof *row);

	sort_rows(c, start, row);
	for (size_t i = 0; i < start[1]; i++)
		find_alone(f, row[i]);
	for (size_t g = 1; g <= c->ngroups; g++)
		find_fusion(f, g, row + start[g], start[g + 1] - start[g]);
	free(start);
	free(row);
}

static int64_t
magnitude(const struct change *c)
{
	return c->b > c->a ? c->b - c->a : c->a - c->b;
}

/* By the difference, then by the time, then by what they are. */
static int
compare_changes(const void *pa, const void *pb)
{
	const struct change *a = pa, *b = pb;
	int order;

	if (magnitude(a) != magnitude(b))
		return magnitude(a) > magnitude(b) ? -1 : 1;
	if (a->a + a->b != b->a + b->b)
		return a->a + a->b > b->a + b->b ? -1 : 1;
	order = span_compare(a->from, b->from);
	if (order == 0)
		order = span_compare(a->to, b->to);
	if (order)
		return order;
	return (a->row->position > b->row->position) -
	    (a->row->position < b->row->position);
}

static void
sort_changes(struct changes *c, size_t nrows)
{
	size_t *place = xcalloc(c->n + 1, sizeof *place);

	if (c->n > 0)
		qsort(c->change, c->n, sizeof *c->change, compare_changes);
	for (size_t i = 0; i < c->n; i++)
		place[c->change[i].found] = i;
	for (size_t i = 0; i < nrows; i++)
		c->of[i] = place[c->of[i]];
	free(place);
}

void
changes_find(struct changes *c, const struct report *r)
{
	struct finder f = {.r = r, .found = c, .keys = pool_new()};

	*c = (struct changes){.texts = pool_new(),
	    .of = xcalloc(r->comparison->npairs + 1, sizeof *c->of)};
	find_all(&f);
	sort_changes(c, r->comparison->npairs);
	pool_free(f.keys);
	buf_free(&f.from);
	buf_free(&f.to);
	buf_free(&f.key);
}

void
changes_free(struct changes *c)
{
	free(c->change);
	free(c->of);
	pool_free(c->texts);
}

/* --- in words --- */

static const char *
how(const struct change *c)
{
	switch (c->match) {
	case REMOVED:
		return "gone";
	case ADDED:
		return "new";
	case MOVED:
		return "moved";
	case SIMILAR:
		return "another kernel";
	default:
		return "the same kernel";
	}
}

static void
add_number(struct buf *b, size_t n)
{
	char text[24];

	buf_add(b, text, (size_t)snprintf(text, sizeof text, "%zu", n));
}

/* In how many repeats, if they are few: " in 9 of 720 repeats". */
static void
add_few(const struct change *c, struct buf *b)
{
	if (!c->row->few)
		return;
	buf_add_text(b, " in ");
	add_number(b, (size_t)c->row->count);
	buf_add_text(b, " of ");
	add_number(b, (size_t)c->reps);
	buf_add_text(b, " repeats");
}

void
change_what(const struct change *c, struct buf *out)
{
	size_t from = c->a_rows / c->times, to = c->b_rows / c->times;

	if (c->name.n > 0) {
		buf_add(out, c->name.p, c->name.n);
		buf_add_text(out, ": ");
	}
	if (!c->fusion) {
		buf_add_text(out, how(c));
		add_few(c, out);
		return;
	}
	add_number(out, from);
	buf_add_text(out, from == 1 ? " kernel became " : " kernels became ");
	add_number(out, to);
}
