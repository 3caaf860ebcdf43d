#include "common/bytes/fixed.h"
#include "tools/trace-treediff/ancestors.h"
#include "tools/trace-treediff/tree_side.h"

const char *
tree_gate_check(const struct limit *t, const void *of)
{
	struct span name = {0};

	(void)of;
	if (!limit_is_any(t) && !span_is(t->subject, "total") &&
	    (!limit_names(t, "key", &name) || !name.n))
		return "the subject must be total, any or key:NAME";
	return t->limit.unit == AMOUNT_PLAIN
	    ? "the amount must be a percentage or a time"
	    : NULL;
}

/* Is this its name in one of the trees? */
static bool
is_called(const struct report *r, const struct ancestor *a, struct span name)
{
	uint32_t node = r->stats.stat[a->from].node;

	return span_equal(report_name(r, node, 0), name) ||
	    span_equal(report_name(r, node, 1), name);
}

bool
tree_gate_has_name(const void *ancestors, struct span name)
{
	const struct ancestors *all = ancestors;

	for (size_t k = 0; k < all->n; k++)
		if (is_called(all->report, &all->p[k], name))
			return true;
	return false;
}

static void
add(int64_t *sum, int64_t ns)
{
	if (fixed_add(sum, ns))
		*sum = INT64_MAX; /* 292 years */
}

static struct span
name_of(const struct report *r, const struct ancestor *a)
{
	uint32_t node = r->stats.stat[a->from].node;

	return report_name(r, node, r->merge->node[node].in[0] == SIDE_NONE);
}

/* One ancestor, or those of a name, or all. */
static struct breach
measure(const struct ancestors *all, const struct limit *t, size_t row)
{
	struct breach sum = {0};
	struct span name;
	bool key = limit_names(t, "key", &name);

	if (row != BUDGET_NO_ROW) {
		const struct ancestor *a = &all->p[row];

		return (struct breach){
		    a->busy[0], a->busy[1], name_of(all->report, a)};
	}
	for (size_t i = 0; i < all->n; i++) {
		const struct ancestor *a = &all->p[i];

		if (key && !is_called(all->report, a, name))
			continue;
		add(&sum.a, a->busy[0]);
		add(&sum.b, a->busy[1]);
	}
	return sum;
}

static enum gate
judge_term(const void *of, const struct limit *t, size_t row)
{
	const struct ancestors *all = of;
	struct breach sum = measure(all, t, row);
	double delta = (double)(sum.b - sum.a);
	enum gate gate =
	    limit_judge(t, limit_ns(t, sum.a), delta, delta, delta);
	struct span name;

	if (limit_names(t, "key", &name) && !tree_gate_has_name(all, name))
		return GATE_UNKNOWN;
	return row == BUDGET_NO_ROW
	    ? gate
	    : verdict_gate(ancestor_verdict(&all->p[row]), t, gate);
}

enum gate
tree_gate_judge(
    const struct budget *b, const struct ancestors *all, struct breach *breach)
{
	struct gauge gauge = {judge_term, all, all->n};
	struct judgement j = budget_judge(b, &gauge);

	if (j.term)
		*breach = measure(all, j.term, j.row);
	return j.gate;
}
