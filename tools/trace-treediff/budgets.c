#include "tools/trace-treediff/budgets.h"
#include "common/bytes/fixed.h"
#include "tools/trace-treediff/read_side.h"

static const char key_prefix[] = "key:";

static bool
is_any(const struct limit *t)
{
	return span_is(t->subject, "any");
}

static bool
is_key(const struct limit *t)
{
	return span_starts(t->subject, key_prefix) &&
	    t->subject.n >= sizeof key_prefix;
}

static struct span
key_of(const struct limit *t)
{
	return span_cut(t->subject, sizeof key_prefix - 1, t->subject.n);
}

const char *
budgets_check(const struct limits *b)
{
	for (int i = 0; i < b->terms; i++) {
		const struct limit *t = &b->term[i];

		if (!is_any(t) && !is_key(t) && !span_is(t->subject, "total"))
			return "the subject must be total, any or key:NAME";
		if (b->pass && is_any(t))
			return "any is for --fail-if alone";
		if (t->limit.unit == AMOUNT_PLAIN)
			return "the amount must be a percentage or a time";
	}
	return NULL;
}

static struct span
name_in(const struct side *s, uint32_t node)
{
	return node == SIDE_NONE ? (struct span){0} : side_name(s, node);
}

/* Is this its name in one of the trees? */
static bool
is_called(const struct report *r, const struct ancestor *a, struct span name)
{
	const struct merge_node *n =
	    &r->merge->node[r->stats->stat[a->from].node];

	return span_equal(name_in(r->a, n->a), name) ||
	    span_equal(name_in(r->b, n->b), name);
}

bool
budgets_lack(const struct limits *b, const struct report *r,
    const struct ancestors *all, struct span *name)
{
	for (int i = 0; i < b->terms; i++) {
		size_t k = 0;

		if (!is_key(&b->term[i]))
			continue;
		*name = key_of(&b->term[i]);
		while (k < all->n && !is_called(r, &all->p[k], *name))
			k++;
		if (k == all->n)
			return true;
	}
	return false;
}

static void
add(int64_t *sum, int64_t ns)
{
	if (fixed_add(sum, ns))
		*sum = INT64_MAX; /* 292 years */
}

/* All ancestors, or those of a name. */
static struct breach
measure(
    const struct limit *t, const struct report *r, const struct ancestors *all)
{
	struct breach sum = {0};

	for (size_t i = 0; i < all->n; i++) {
		if (is_key(t) && !is_called(r, &all->p[i], key_of(t)))
			continue;
		add(&sum.a, all->p[i].busy[0]);
		add(&sum.b, all->p[i].busy[1]);
	}
	return sum;
}

static enum gate
judge_term(const struct limit *t, const struct breach *m)
{
	double limit = (double)t->limit.n, delta = (double)(m->b - m->a);

	if (t->limit.unit == AMOUNT_PERCENT)
		limit *= (double)m->a / 100 / 1000;
	return limit_judge(t, limit, delta, delta, delta);
}

/* All terms of one row, or all those that are of no row alone. */
static enum gate
judge_terms(const struct limits *b, const struct report *r,
    const struct ancestors *all, const struct ancestor *row,
    struct breach *first)
{
	enum gate least = GATE_EXCEEDED;

	for (int i = b->terms - 1; i >= 0; i--) {
		const struct limit *t = &b->term[i];
		enum gate gate;

		if (is_any(t) != (row != NULL))
			continue;
		*first = row ? (struct breach){row->busy[0], row->busy[1], {0}}
			     : measure(t, r, all);
		gate = judge_term(t, first);
		least = gate < least ? gate : least;
	}
	return least;
}

static struct span
name_of(const struct report *r, const struct ancestor *a)
{
	const struct merge_node *n =
	    &r->merge->node[r->stats->stat[a->from].node];

	return n->a == SIDE_NONE ? name_in(r->b, n->b) : name_in(r->a, n->a);
}

enum gate
budgets_judge(const struct limits *b, const struct report *r,
    const struct ancestors *all, struct breach *breach)
{
	enum gate rest = judge_terms(b, r, all, NULL, breach);
	bool any = false;

	for (int i = 0; i < b->terms; i++)
		any = any || is_any(&b->term[i]);
	if (rest != GATE_EXCEEDED || !any)
		return rest;
	for (size_t i = 0; i < all->n; i++) {
		const struct ancestor *row = &all->p[i];

		if (ancestor_verdict(row) == SAME ||
		    judge_terms(b, r, all, row, breach) != GATE_EXCEEDED)
			continue;
		breach->name = name_of(r, row);
		return GATE_EXCEEDED;
	}
	return GATE_KEPT;
}
