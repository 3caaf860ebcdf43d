#include <inttypes.h>

#include "common/cli/die.h"
#include "common/bytes/fixed.h"
#include "tools/trace-align/messages.h"

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
	    match_name(a_longer ? REMOVED : ADDED));
}

static void
tell_surplus(const struct report *r, const struct surplus *f)
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
	    more->rows[last].position, match_name(f->of_b ? ADDED : REMOVED));
}

void
messages_lengths(const struct report *r)
{
	const struct lengths *l = &r->comparison->lengths;

	if (l->repeats.n > 1)
		tell_repeats(r, &l->repeats);
	if (l->surplus.n > 0)
		tell_surplus(r, &l->surplus);
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
	    s->chosen->reps, us(side_per_repeat(s, s->total)).s);
}

static void
tell_groups(const struct report *r)
{
	const struct comparison *c = r->comparison;

	for (size_t i = 1; i <= c->ngroups; i++) {
		const struct group *g = &c->groups[i];
		int64_t a = side_per_repeat(r->a, g->a_sum);
		int64_t b = side_per_repeat(r->b, g->b_sum);

		warn("group %zu: %zu:%zu, %s us against %s us a repeat, net %s "
		     "us, confidence %.2f",
		    i, g->a_rows, g->b_rows, us(a).s, us(b).s, us(b - a).s,
		    fusion_confidence(g));
	}
}

void
messages_balance(const struct report *r)
{
	const struct balance *sum = &r->comparison->balance;

	tell_side("a", r->a);
	tell_side("b", r->b);
	for (enum match m = EXACT; m < MATCHES; m++)
		warn("%s: %zu rows, a_sum_us %s, b_sum_us %s", match_name(m),
		    sum->rows[m], us(sum->a[m]).s, us(sum->b[m]).s);
	tell_groups(r);
	warn("net: %s us a repeat",
	    us(side_per_repeat(r->b, r->b->total) -
		side_per_repeat(r->a, r->a->total))
		.s);
}

void
messages_budget(const struct budget *g, struct budget_times t)
{
	char delta[FIXED_MAX];
	int n = (int)fixed_print_us(delta, t.b - t.a);

	if (t.a == 0)
		warn("%.*s: %.*s us a repeat, and nothing in A", (int)g->text.n,
		    g->text.p, n, delta);
	else
		warn("%.*s: %.*s us a repeat, %.2f %%", (int)g->text.n,
		    g->text.p, n, delta,
		    100.0 * (double)(t.b - t.a) / (double)t.a);
}
