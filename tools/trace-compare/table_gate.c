#include <math.h>

#include "common/cli/die.h"
#include "common/times/significance.h"
#include "tools/trace-compare/result.h"

const char *
outcome_word(enum outcome o, struct column about)
{
	/* of any value, and of a time */
	static const char *const words[][2] = {[OUTCOME_NONE] = {"", ""},
	    [OUTCOME_ONLY_A] = {"only_a", "only_a"},
	    [OUTCOME_ONLY_B] = {"only_b", "only_b"},
	    [OUTCOME_SAME] = {"same", "same"},
	    [OUTCOME_UNCLEAR] = {"unclear", "unclear"},
	    [OUTCOME_LESS] = {"less", "faster"},
	    [OUTCOME_MORE] = {"more", "slower"}};

	return words[o][about.ns != 0];
}

static bool
is_outcome(struct span word, struct column about)
{
	for (int o = OUTCOME_ONLY_A; o <= OUTCOME_MORE; o++)
		if (span_is(word, outcome_word((enum outcome)o, about)))
			return true;
	return false;
}

const char *
table_gate_check(const struct limit *t, const void *value)
{
	const struct value *v = value;
	bool any = limit_is_any(t);
	struct span name;
	decimal unused;

	if (limit_names(t, "status", &name)) {
		if (!is_outcome(name, v->about))
			return "there is no such status";
		return t->limit.unit == AMOUNT_PLAIN
		    ? NULL
		    : "a status takes a count, without a unit";
	}
	if (!any && !span_is(t->subject, "total") &&
	    !limit_names(t, "key", &name))
		return "the subject must be total, any, key:NAME or "
		       "status:WORD";
	if (!any && v->about.never && v->bottom == PLAN_NONE)
		return "the first value cannot be added up: use any or status";
	if (t->limit.unit == AMOUNT_PERCENT)
		return t->limit.n > JUDGE_PERCENT || t->limit.n < -JUDGE_PERCENT
		    ? "more than 1000 %"
		    : NULL;
	return judge_amount(v->about, t->limit, &unused)
	    ? "the unit does not fit the first value"
	    : NULL;
}

static decimal
known(struct number n)
{
	return n.there ? n.v : 0;
}

/* The amounts that a term is about. */
struct amounts {
	decimal a, b;
	struct sum_error of_a, of_b;
};

/* The amounts of one row of a join, of the first table and the other. */
static struct amounts
amounts_of(
    const struct join *j, const struct value *v, size_t row, size_t other)
{
	uint32_t r = (uint32_t)row;

	return (struct amounts){known(join_value(j, v, r, 0)),
	    known(join_value(j, v, r, other)), value_noise(j, v, r, 0),
	    value_noise(j, v, r, other)};
}

/* Rows of a name as one, so that a quotient is that of their sums. */
static struct amounts
amounts_of_key(const struct comparison *c, struct span name)
{
	struct amounts m;
	struct join sum;

	if (total_of(&sum, c->join, &name))
		die("the amounts of '%.*s' are too large", (int)name.n, name.p);
	m = amounts_of(&sum, c->value, 0, c->other);
	join_free(&sum);
	return m;
}

static decimal
count_outcome(const struct comparison *c, struct span word)
{
	decimal n = 0;

	for (uint32_t r = 0; r < pool_count(c->join->keys); r++)
		if (span_is(
			word, outcome_word(c->outcomes[r], c->value->about)))
			n += DECIMAL_ONE;
	return n;
}

static struct amounts
measure(const struct limit *t, const struct comparison *c, size_t row)
{
	struct span name;

	if (row != BUDGET_NO_ROW)
		return amounts_of(c->join, c->value, row, c->other);
	if (limit_names(t, "key", &name))
		return amounts_of_key(c, name);
	if (limit_names(t, "status", &name))
		return (struct amounts){.b = count_outcome(c, name)};
	return amounts_of(c->total, c->value, 0, c->other);
}

/*
 * The verdict on a row's difference. Where the spread of times is unknown, a
 * time within the margin is the same.
 */
static enum verdict
verdict_of_row(const struct comparison *c, size_t row)
{
	struct estimate e = c->estimates[row];

	if (!isnan(e.half))
		return verdict_of(e, 0);
	return c->value->about.ns && c->outcomes[row] == OUTCOME_SAME ? SAME
								      : UNKNOWN;
}

static enum gate
judge_term(const void *of, const struct limit *t, size_t row)
{
	static const struct column plain = {0};
	const struct comparison *c = of;
	struct amounts m = measure(t, c, row);
	struct span status;
	bool count = limit_names(t, "status", &status);
	double a = decimal_real(m.a), b = decimal_real(m.b);
	enum gate gate = GATE_EXCEEDED;
	struct estimate e;

	if (!judge_exceeds(t, count ? plain : c->value->about, m.a, m.b))
		return GATE_KEPT;
	e = sum_error_estimate(a, m.of_a, b, m.of_b);
	if (!count && !isnan(e.bound))
		gate = limit_judge(t, judge_limit(t, c->value->about, a),
		    t->below ? -INFINITY : INFINITY,
		    verdict_ns(e.log - e.bound, a, b),
		    verdict_ns(e.log + e.bound, a, b));
	return row == BUDGET_NO_ROW
	    ? gate
	    : verdict_gate(verdict_of_row(c, row), t, gate);
}

struct judgement
table_gate_judge(const struct budget *b, const struct comparison *c)
{
	struct gauge gauge = {judge_term, c, pool_count(c->join->keys)};

	return budget_judge(b, &gauge);
}

decimal
table_gate_difference(const struct judgement *j, const struct comparison *c)
{
	struct amounts m = measure(j->term, c, j->row);

	return m.b - m.a;
}
