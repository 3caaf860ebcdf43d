#include <math.h>
#include <stdio.h>

#include "common/bytes/fixed.h"
#include "common/cli/x.h"
#include "tools/trace-align/columns.h"

static const char *const verdict_words[] = {
    "", "same", "faster", "slower", "unclear"};

void
columns_header(struct tsvw *out)
{
	/* What people look at comes first: tsv2txt(1) leaves out the last. */
	static const char *const columns[] = {"match", "a_name", "b_name",
	    "a_us", "b_us", "delta_us", "delta_pct", "verdict", "group",
	    "family", "a_position", "b_position", "ratio", "similarity",
	    "confidence", "moved", "delta_low_us", "delta_high_us", "a_sum_us",
	    "b_sum_us", "group_rows", "group_a_us", "group_b_us",
	    "group_delta_us"};

	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		tsvw_field(out, span_of(columns[i]));
	xtsvw_end(out);
	xtsvw_flush(out);
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

static void
write_name(struct tsvw *out, const struct row *r, const struct pool *names)
{
	if (r)
		tsvw_field(out, pool_get(names, r->name));
	else
		tsvw_empty(out);
}

static struct sample
sample(const struct side *s, const struct row *r)
{
	return sample_make(s->chosen->reps, r->count, r->sum, r->deviation);
}

/* What is known of a row's difference. */
struct difference {
	double percent, ratio, low, high; /* NAN: not known */
	enum verdict verdict;
};

static struct difference
find_difference(
    const struct report *r, const struct pair *p, int64_t a_ns, int64_t b_ns)
{
	struct difference d = {NAN, NAN, NAN, NAN, UNKNOWN};
	struct sample a, b;

	if (!pair_has_both(p))
		return d;
	a = sample(r->a, p->a);
	b = sample(r->b, p->b);
	d.percent = 100.0 * (double)(b_ns - a_ns) / (double)a_ns;
	d.ratio = (double)b_ns / (double)a_ns;
	(void)!welch_interval(a, b, &d.low, &d.high);
	d.verdict = welch_verdict(a, b, r->threshold);
	return d;
}

/* What both names of a pair have in common. */
static const char *
similarity(const struct pair *p)
{
	static const char *const words[] = {"name", "normalised", "family", ""};

	if (p->level == ALIGN_FAMILY && p->family.n == 0)
		return "operations";
	return words[p->level];
}

/* The sums of a group; empty fields without one. */
static void
write_group(struct tsvw *out, const struct report *r, const struct group *g)
{
	char rows[2 * FIXED_MAX + 2];
	int64_t a, b;
	int n;

	if (!g) {
		for (int i = 0; i < 4; i++)
			tsvw_empty(out);
		return;
	}
	a = side_per_repeat(r->a, g->a_sum);
	b = side_per_repeat(r->b, g->b_sum);
	n = snprintf(rows, sizeof rows, "%zu:%zu", g->a_rows, g->b_rows);
	tsvw_field(out, (struct span){rows, (size_t)n});
	tsvw_us(out, a);
	tsvw_us(out, b);
	tsvw_us(out, b - a);
}

/* What is not there counts as 0 in the difference only. */
static void
write_pair(struct tsvw *out, const struct report *r, const struct pair *p)
{
	int64_t a = p->a ? side_per_repeat(r->a, p->a->sum) : 0;
	int64_t b = p->b ? side_per_repeat(r->b, p->b->sum) : 0;
	struct difference d = find_difference(r, p, a, b);

	tsvw_field(out, span_of(match_name(p->match)));
	write_name(out, p->a, r->names);
	write_name(out, p->b, r->names);
	write_optional(out, p->a, tsvw_us, a);
	write_optional(out, p->b, tsvw_us, b);
	tsvw_us(out, b - a);
	tsvw_real(out, d.percent, 2);
	tsvw_field(out, span_of(verdict_words[d.verdict]));
	if (p->group)
		tsvw_int(out, (int64_t)p->group);
	else
		tsvw_empty(out);
	tsvw_field(out, p->family);
	write_optional(out, p->a, tsvw_int, p->a ? p->a->position : 0);
	write_optional(out, p->b, tsvw_int, p->b ? p->b->position : 0);
	tsvw_real(out, d.ratio, 4);
	tsvw_field(out, span_of(similarity(p)));
	tsvw_real(out,
	    p->group ? fusion_confidence(&r->comparison->groups[p->group])
		     : NAN,
	    2);
	write_optional(out, p->twin, tsvw_int, p->twin ? p->twin->position : 0);
	tsvw_real(out, d.low / 1000, 3);
	tsvw_real(out, d.high / 1000, 3);
	write_optional(out, p->a, tsvw_us, p->a ? p->a->sum : 0);
	write_optional(out, p->b, tsvw_us, p->b ? p->b->sum : 0);
}

void
columns_rows(struct tsvw *out, const struct report *r)
{
	const struct comparison *c = r->comparison;
	size_t told = 0; /* groups come in their order */

	for (size_t i = 0; i < c->npairs; i++) {
		size_t group = c->pairs[i].group;

		write_pair(out, r, &c->pairs[i]);
		write_group(out, r, group > told ? &c->groups[group] : NULL);
		xtsvw_end(out);
		told = group > told ? group : told;
	}
	xtsvw_flush(out);
}
