#include <inttypes.h>
#include <math.h>

#include "common/die.h"
#include "common/fixed.h"
#include "common/x.h"
#include "tools/trace-align/print.h"
#include "tools/trace-align/welch.h"

static const char *const match_words[MATCHES] = {
    "exact", "similar", "removed", "added"};

static const char *const verdict_words[] = {
    "", "same", "faster", "slower", "unclear"};

static const char *const level_words[] = {"name", "normalised", "family", ""};

void
print_header(struct tsvw *out)
{
	/* What people look at comes first: tsv2txt(1) leaves out the last. */
	static const char *const columns[] = {"match", "a_name", "b_name",
	    "a_us", "b_us", "delta_us", "delta_pct", "verdict", "group",
	    "family", "a_position", "b_position", "ratio", "similarity",
	    "confidence", "moved", "delta_low_us", "delta_high_us", "a_sum_us",
	    "b_sum_us"};

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

/* A row's time in one repeat, to the nearest nanosecond; 0 if not there. */
static int64_t
per_repeat(const struct side *s, const struct row *r)
{
	return r ? fixed_divide(r->sum, s->chosen->reps) : 0;
}

/* What share of a group's rows its names explain. */
static double
confidence(const struct group *g)
{
	return (double)g->explained / (double)(g->a_rows + g->b_rows);
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

	if (!p->a || !p->b)
		return d;
	a = sample(r->a, p->a);
	b = sample(r->b, p->b);
	d.percent = 100.0 * (double)(b_ns - a_ns) / (double)a_ns;
	d.ratio = (double)b_ns / (double)a_ns;
	(void)!welch_interval(a, b, &d.low, &d.high);
	d.verdict = welch_verdict(a, b, r->threshold);
	return d;
}

static double
group_confidence(const struct comparison *c, size_t group)
{
	return group ? confidence(&c->groups[group - 1]) : NAN;
}

/* What is not there counts as 0 in the difference only. */
static void
write_pair(struct tsvw *out, const struct report *r, const struct pair *p)
{
	int64_t a = per_repeat(r->a, p->a), b = per_repeat(r->b, p->b);
	struct difference d = find_difference(r, p, a, b);

	tsvw_field(out, span_of(match_words[p->match]));
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
	tsvw_field(out, span_of(level_words[p->level]));
	tsvw_real(out, group_confidence(r->comparison, p->group), 2);
	write_optional(out, p->twin, tsvw_int, p->twin ? p->twin->position : 0);
	tsvw_real(out, d.low / 1000, 3);
	tsvw_real(out, d.high / 1000, 3);
	write_optional(out, p->a, tsvw_us, p->a ? p->a->sum : 0);
	write_optional(out, p->b, tsvw_us, p->b ? p->b->sum : 0);
	xtsvw_end(out);
}

void
print_rows(struct tsvw *out, const struct report *r)
{
	const struct comparison *c = r->comparison;

	for (size_t i = 0; i < c->npairs; i++)
		write_pair(out, r, &c->pairs[i]);
	xtsvw_flush(out);
}

static void
tell_repeats(const struct report *r, const struct align_repeats *found)
{
	bool a_longer = r->a->nrows > r->b->nrows;
	const struct side *longer = a_longer ? r->a : r->b;
	const struct side *shorter = a_longer ? r->b : r->a;
	size_t last = (found->to + longer->nrows - 1) % longer->nrows;

	warn("cycle %" PRId64 " of %s is about %zu times cycle %" PRId64
	     " of %s: compared once, in positions %" PRId64 " to %" PRId64
	     "; its other rows are %s",
	    longer->chosen->number, side_name(longer), found->n,
	    shorter->chosen->number, side_name(shorter),
	    longer->rows[found->from].position, longer->rows[last].position,
	    match_words[a_longer ? REMOVED : ADDED]);
}

static void
tell_further(const struct report *r, const struct further *f)
{
	const struct side *more = f->of_b ? r->b : r->a;
	const struct side *less = f->of_b ? r->a : r->b;
	size_t last = (f->first + f->n - 1) % more->nrows;

	warn("%zu rows repeat %zu times in cycle %" PRId64
	     " of %s, from position %" PRId64
	     ", and %zu times in cycle %" PRId64 " of %s: positions %" PRId64
	     " to %" PRId64 " are %s",
	    f->period, f->times, more->chosen->number, side_name(more),
	    more->rows[f->begin].position, f->less, less->chosen->number,
	    side_name(less), more->rows[f->first].position,
	    more->rows[last].position, match_words[f->of_b ? ADDED : REMOVED]);
}

void
print_lengths(const struct report *r)
{
	const struct lengths *l = &r->comparison->lengths;

	if (l->repeats.n > 1)
		tell_repeats(r, &l->repeats);
	if (l->further.n > 0)
		tell_further(r, &l->further);
}

/* --- the balance --- */

/* A time as a string. */
struct text {
	char s[FIXED_MAX + 1];
};

static struct text
us(int64_t ns)
{
	struct text t;

	t.s[fixed_print_us(t.s, ns)] = 0;
	return t;
}

static void
tell_side(const char *label, const struct side *s)
{
	warn("%s: %s: cycle %" PRId64 ", %zu rows, %s us in %" PRId64
	     " repeats, %s us a repeat",
	    label, side_name(s), s->chosen->number, s->nrows, us(s->total).s,
	    s->chosen->reps, us(fixed_divide(s->total, s->chosen->reps)).s);
}

/* The difference of two sums for one repeat. */
static int64_t
net(const struct side *a, int64_t a_sum, const struct side *b, int64_t b_sum)
{
	return fixed_divide(b_sum, b->chosen->reps) -
	    fixed_divide(a_sum, a->chosen->reps);
}

static void
tell_groups(const struct report *r)
{
	const struct comparison *c = r->comparison;

	for (size_t i = 0; i < c->ngroups; i++) {
		const struct group *g = &c->groups[i];
		int64_t delta = net(r->a, g->a_sum, r->b, g->b_sum);

		warn("group %zu: %zu to %zu, net %s us a repeat, confidence "
		     "%.2f",
		    i + 1, g->a_rows, g->b_rows, us(delta).s, confidence(g));
	}
}

void
print_balance(const struct report *r)
{
	const struct balance *sum = &r->comparison->balance;

	tell_side("a", r->a);
	tell_side("b", r->b);
	for (int m = 0; m < MATCHES; m++)
		warn("%s: %zu rows, a_sum_us %s, b_sum_us %s", match_words[m],
		    sum->rows[m], us(sum->a[m]).s, us(sum->b[m]).s);
	tell_groups(r);
	warn("net: %s us a repeat",
	    us(net(r->a, r->a->total, r->b, r->b->total)).s);
}
