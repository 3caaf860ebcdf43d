#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/x.h"
#include "tools/trace-align/columns.h"
#include "tools/trace-align/cycle_difference.h"

static const char *const match_name[MATCHES] = {
    "exact", "similar", "moved", "removed", "added"};

static void
write_header(struct tsvw *out, bool with_pair, const char *columns)
{
	if (with_pair)
		tsvw_field(out, span_of("pair"));
	tsvw_field(out, span_of(columns));
	xtsvw_end_header(out);
}

void
columns_header(struct tsvw *out, bool with_pair)
{
	/* Columns for people come first: tsv2txt(1) leaves out the last. */
	write_header(out, with_pair,
	    "match\ta_name\tb_name\ta_us\tb_us\tdelta_us\tdelta_pct\t"
	    "verdict\tgroup\tgroup_delta_us\tgroup_rows\tgroup_a_us\t"
	    "group_b_us\toutcome\tfamily\ta_position\tb_position\tratio\t"
	    "similarity\tconfidence\tdelta_low_us\tdelta_high_us\t"
	    "a_sum_us\tb_sum_us");
}

static void
write_optional(struct tsvw *out, const struct row *r,
    void (*put)(struct tsvw *, int64_t), int64_t value)
{
	if (r)
		put(out, value);
	else
		tsvw_empty(out);
}

static struct span
name_of(const struct row *r, const struct pool *names)
{
	return r ? pool_get(names, r->name) : (struct span){0};
}

/* The tier in which the names of a pair are equal, in a word. */
static const char *
similarity(const struct pair *p)
{
	static const char *const words[] = {"name", "normalised", "family", ""};

	if (p->tier == ALIGN_FAMILY && p->family.n == 0)
		return "operations";
	return words[p->tier];
}

/* The sums of a group; empty fields without one. */
static void
write_group(struct tsvw *out, const struct measure *g)
{
	char rows[2 * FIXED_MAX + 2];
	int n;

	if (!g) {
		for (int i = 0; i < 4; i++)
			tsvw_empty(out);
		return;
	}
	n = snprintf(rows, sizeof rows, "%zu:%zu", g->a_rows, g->b_rows);
	tsvw_us(out, g->b - g->a);
	tsvw_field(out, (struct span){rows, (size_t)n});
	tsvw_us(out, g->a);
	tsvw_us(out, g->b);
}

/* The verdict on a pair or its group; of a row alone, its side. */
static const char *
outcome(const struct pair *p, enum verdict verdict)
{
	if (p->group || pair_has_both(p))
		return verdict_name(verdict);
	return p->a ? "only_a" : "only_b";
}

/* The figures of a pair beside its times. */
struct figures {
	double percent, ratio, low, high; /* NAN: not known */
};

static struct figures
find_figures(const struct pair *p, struct estimate e)
{
	struct figures f = {NAN, NAN, NAN, NAN};
	double a, b;

	if (!pair_has_both(p))
		return f;
	a = (double)p->a->each;
	b = (double)p->b->each;
	f.percent = 100.0 * (b - a) / a;
	f.ratio = b / a;
	if (isnan(e.half) || a <= 0 || b <= 0)
		return f;
	f.low = verdict_ns(log(b / a) - e.half, a, b);
	f.high = verdict_ns(log(b / a) + e.half, a, b);
	return f;
}

/* A missing side counts as 0 in the difference; its own fields stay empty. */
static void
write_pair(struct tsvw *out, const struct report *r, const struct pair *p,
    const struct difference *d, const struct measure *groups,
    const struct group *first, size_t before)
{
	int64_t a = p->a ? p->a->each : 0, b = p->b ? p->b->each : 0;
	struct figures f = find_figures(p, d->estimate);
	const struct group *g =
	    p->group ? &r->comparison->groups[p->group] : NULL;

	tsvw_field(out, span_of(match_name[p->match]));
	tsvw_field(out, name_of(p->a, r->names));
	tsvw_field(out, name_of(p->b, r->names));
	write_optional(out, p->a, tsvw_us, a);
	write_optional(out, p->b, tsvw_us, b);
	tsvw_us(out, b - a);
	tsvw_real(out, f.percent, 2);
	tsvw_field(out, span_of(verdict_name(d->verdict)));
	tsvw_natural(out, g ? (int64_t)(before + p->group) : -1);
	write_group(out, first ? &groups[p->group] : NULL);
	tsvw_field(out,
	    span_of(
		outcome(p, p->group ? groups[p->group].verdict : d->verdict)));
	tsvw_field(out, p->family);
	write_optional(out, p->a, tsvw_int, p->a ? p->a->position : 0);
	write_optional(out, p->b, tsvw_int, p->b ? p->b->position : 0);
	tsvw_real(out, f.ratio, 4);
	tsvw_field(out, span_of(similarity(p)));
	tsvw_real(out, g ? group_confidence(g) : NAN, 2);
	tsvw_real(out, f.low / 1000, 3);
	tsvw_real(out, f.high / 1000, 3);
	write_optional(out, p->a, tsvw_us, p->a ? p->a->sum : 0);
	write_optional(out, p->b, tsvw_us, p->b ? p->b->sum : 0);
	xtsvw_end(out);
}

size_t
columns_rows(
    struct tsvw *out, const struct report *r, size_t pair, size_t before)
{
	const struct comparison *c = r->comparison;
	struct measure *groups = xcalloc(c->ngroups + 1, sizeof *groups);
	size_t told = 0; /* groups come in their order */

	measure_groups(r, groups);
	for (size_t i = 0; i < c->npairs; i++) {
		size_t group = c->pairs[i].group;

		if (pair)
			tsvw_int(out, (int64_t)pair);
		write_pair(out, r, &c->pairs[i], &r->differences[i], groups,
		    group > told ? &c->groups[group] : NULL, before);
		told = group > told ? group : told;
	}
	free(groups);
	xtsvw_flush(out);
	return before + c->ngroups;
}

/* --- changes --- */

void
columns_changes_header(struct tsvw *out, bool with_pair)
{
	write_header(out, with_pair,
	    "change\tfamily\tfrom\tto\ttimes\ta_us\tb_us\tsaved_us\t"
	    "a_rows\tb_rows\tfaster\tslower\tname");
}

void
columns_changes(struct tsvw *out, const struct report *r,
    const struct changes *c, size_t pair)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct change *x = &c->change[i];

		if (pair)
			tsvw_int(out, (int64_t)pair);
		tsvw_field(
		    out, span_of(x->fusion ? "group" : match_name[x->match]));
		tsvw_field(out, x->name);
		tsvw_field(out, x->from);
		tsvw_field(out, x->to);
		tsvw_int(out, (int64_t)x->times);
		tsvw_us(out, x->sum.a);
		tsvw_us(out, x->sum.b);
		tsvw_us(out, x->sum.a - x->sum.b);
		tsvw_int(out, (int64_t)x->sum.a_rows);
		tsvw_int(out, (int64_t)x->sum.b_rows);
		tsvw_int(out, (int64_t)x->faster);
		tsvw_int(out, (int64_t)x->slower);
		tsvw_field(out, pool_get(r->names, x->row->name));
		xtsvw_end(out);
	}
	xtsvw_flush(out);
}
