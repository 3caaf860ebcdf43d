#include <math.h>

#include "common/cli/die.h"
#include "common/meaning/verdict.h"
#include "tools/trace-compare/fail_if.h"

const char *
outcome_word(enum outcome o, struct column about)
{
	switch (o) {
	case OUTCOME_ONLY_A:
		return "only_a";
	case OUTCOME_ONLY_B:
		return "only_b";
	case OUTCOME_SAME:
		return "same";
	case OUTCOME_UNCLEAR:
		return "unclear";
	case OUTCOME_LESS:
		return about.ns ? "faster" : "less";
	case OUTCOME_MORE:
		return about.ns ? "slower" : "more";
	default:
		return "";
	}
}

static bool
is_outcome(struct span word, struct column about)
{
	for (int o = OUTCOME_ONLY_A; o <= OUTCOME_MORE; o++)
		if (span_is(word, outcome_word((enum outcome)o, about)))
			return true;
	return false;
}

static const char *
check_term(const struct limit *t, const struct value *v)
{
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

const char *
fail_if_check(const struct limits *b, const struct value *v)
{
	const char *wrong = NULL;

	for (int i = 0; i < b->terms && !wrong; i++)
		wrong = b->pass && limit_is_any(&b->term[i])
		    ? "any is for --fail-if alone"
		    : check_term(&b->term[i], v);
	return wrong;
}

bool
fail_if_lacks(const struct limits *b, const struct join *j, struct span *name)
{
	for (int i = 0; i < b->terms; i++)
		if (limit_names(&b->term[i], "key", name) &&
		    !join_has_name(j, *name))
			return true;
	return false;
}

static decimal
known(struct number n)
{
	return n.there ? n.v : 0;
}

/* The amounts that a term is about. */
struct amounts {
	decimal a, b;
	struct noise of_a, of_b;
};

/* What a row of a join has. */
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
amounts_of_key(const struct comparison *c, size_t other, struct span name)
{
	struct amounts m;
	struct join sum;

	if (total_of(&sum, c->join, &name))
		die("the amounts of '%.*s' are too large", (int)name.n, name.p);
	m = amounts_of(&sum, c->value, 0, other);
	join_free(&sum);
	return m;
}

static decimal
count_outcome(const struct comparison *c, size_t other, struct span word)
{
	decimal one = DECIMAL_LIMIT / 1000000000000000, n = 0;

	for (uint32_t r = 0; r < pool_count(c->join->keys); r++) {
		enum outcome o = c->outcomes[other][r];

		if (span_is(word, outcome_word(o, c->value->about)))
			n += one;
	}
	return n;
}

static struct amounts
measure(
    const struct limit *t, const struct comparison *c, size_t other, size_t row)
{
	struct span name;

	if (row != LIMITS_NO_ROW)
		return amounts_of(c->join, c->value, row, other);
	if (limit_names(t, "key", &name))
		return amounts_of_key(c, other, name);
	if (limit_names(t, "status", &name))
		return (struct amounts){.b = count_outcome(c, other, name)};
	return amounts_of(c->total, c->value, 0, other);
}

/*
 * What is known of a row's difference: where the spread of times is not known,
 * the margin tells what is chance.
 */
static enum verdict
verdict_of_row(const struct comparison *c, size_t other, size_t row)
{
	struct estimate e = c->estimates[other][row];

	if (!isnan(e.half))
		return verdict_of(e, 0);
	return c->value->about.ns && c->outcomes[other][row] == OUTCOME_SAME
	    ? SAME
	    : UNKNOWN;
}

/* One table against the first. */
struct judged {
	const struct comparison *c;
	size_t other;
};

static enum gate
judge_term(const void *of, const struct limit *t, size_t row)
{
	static const struct column plain = {0};
	const struct comparison *c = ((const struct judged *)of)->c;
	size_t other = ((const struct judged *)of)->other;
	struct amounts m = measure(t, c, other, row);
	struct span status;
	bool count = limit_names(t, "status", &status);
	double a = decimal_real(m.a), b = decimal_real(m.b);
	enum gate gate = GATE_EXCEEDED;
	struct estimate e;

	if (!judge_exceeds(t, count ? plain : c->value->about, m.a, m.b))
		return GATE_KEPT;
	e = noise_estimate(a, m.of_a, b, m.of_b);
	if (!count && !isnan(e.bound))
		gate = limit_judge(t, judge_limit(t, c->value->about, a),
		    t->below ? -INFINITY : INFINITY,
		    verdict_ns(e.log - e.bound, a, b),
		    verdict_ns(e.log + e.bound, a, b));
	return row == LIMITS_NO_ROW
	    ? gate
	    : verdict_gate(verdict_of_row(c, other, row), t, gate);
}

struct judgement
fail_if_judge(const struct limits *b, const struct comparison *c, size_t other)
{
	struct judged of = {c, other};
	struct gauge gauge = {judge_term, &of, pool_count(c->join->keys)};

	return limits_judge(b, &gauge);
}

decimal
fail_if_difference(
    const struct judgement *j, const struct comparison *c, size_t other)
{
	struct amounts m = measure(j->term, c, other, j->row);

	return m.b - m.a;
}
