#include <math.h>

#include "common/meaning/verdict.h"
#include "tools/trace-compare/fail_if.h"

static const char key_prefix[] = "key:", status_prefix[] = "status:";

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

static struct span
behind(struct span s, const char *prefix)
{
	return span_cut(s, strlen(prefix), s.n);
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
	struct span s = t->subject;
	decimal unused;

	if (span_starts(s, status_prefix)) {
		if (!is_outcome(behind(s, status_prefix), v->about))
			return "there is no such status";
		return t->limit.unit == AMOUNT_PLAIN
		    ? NULL
		    : "a status takes a count, without a unit";
	}
	if (!span_is(s, "total") && !span_is(s, "any") &&
	    !span_starts(s, key_prefix))
		return "the subject must be total, any, key:NAME or "
		       "status:WORD";
	if (!span_is(s, "any") && v->about.never && v->bottom == PLAN_NONE)
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
		wrong = b->pass && span_is(b->term[i].subject, "any")
		    ? "any is for --fail-if alone"
		    : check_term(&b->term[i], v);
	return wrong;
}

/* Is one of the key's fields this name? */
static bool
has_field(struct span key, struct span name)
{
	while (key.n) {
		const char *tab = memchr(key.p, '\t', key.n);
		size_t n = tab ? (size_t)(tab - key.p) : key.n;

		if (span_equal((struct span){key.p, n}, name))
			return true;
		key = span_cut(key, tab ? n + 1 : n, key.n);
	}
	return false;
}

static decimal
known(struct number n)
{
	return n.there ? n.v : 0;
}

/* What a row of a join has; of several rows, added up. */
static void
add_amounts(struct breach *sum, const struct join *j, const struct value *v,
    uint32_t row, size_t other)
{
	struct change change = change_of(j, v, row, other);

	sum->a += known(change.a);
	sum->b += known(change.b);
	noise_add(&sum->of_a, value_noise(j, v, row, 0));
	noise_add(&sum->of_b, value_noise(j, v, row, other));
}

static void
add_key(struct breach *sum, const struct comparison *c, size_t other,
    struct span name)
{
	for (uint32_t r = 0; r < pool_count(c->join->keys); r++)
		if (has_field(pool_get(c->join->keys, r), name))
			add_amounts(sum, c->join, c->value, r, other);
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

/* The amounts that a term is about; of `any`, those of the row. */
static struct breach
measure(const struct limit *t, const struct comparison *c, size_t other,
    uint32_t row)
{
	struct breach b = {.row = POOL_NONE};

	if (span_starts(t->subject, key_prefix)) {
		add_key(&b, c, other, behind(t->subject, key_prefix));
	} else if (span_starts(t->subject, status_prefix)) {
		b.b =
		    count_outcome(c, other, behind(t->subject, status_prefix));
	} else if (span_is(t->subject, "any")) {
		add_amounts(&b, c->join, c->value, row, other);
		b.row = row;
	} else {
		add_amounts(&b, c->total, c->value, 0, other);
	}
	return b;
}

static enum gate
judge_term(const struct limit *t, const struct comparison *c, size_t other,
    const struct breach *b)
{
	static const struct column plain = {0};
	bool count = span_starts(t->subject, status_prefix);
	double to_a = decimal_real(b->a), to_b = decimal_real(b->b);
	struct estimate e;

	if (!judge_exceeds(t, count ? plain : c->value->about, b->a, b->b))
		return GATE_KEPT;
	e = noise_estimate(to_a, b->of_a, to_b, b->of_b);
	if (count || isnan(e.bound))
		return GATE_EXCEEDED;
	if (b->row != POOL_NONE &&
	    c->outcomes[other][b->row] !=
		(t->below ? OUTCOME_LESS : OUTCOME_MORE))
		return GATE_INCONCLUSIVE;
	return limit_judge(t, judge_limit(t, c->value->about, to_a),
	    t->below ? -INFINITY : INFINITY,
	    verdict_ns(e.log - e.bound, to_a, to_b),
	    verdict_ns(e.log + e.bound, to_a, to_b));
}

/* All terms about single rows, or all others: as the one least exceeded. */
static enum gate
judge_terms(const struct limits *b, const struct comparison *c, size_t other,
    bool rows, uint32_t row, struct breach *first)
{
	enum gate least = GATE_EXCEEDED;

	for (int i = b->terms - 1; i >= 0; i--) {
		const struct limit *t = &b->term[i];
		enum gate gate;

		if (span_is(t->subject, "any") != rows)
			continue;
		*first = measure(t, c, other, row);
		gate = judge_term(t, c, other, first);
		least = gate < least ? gate : least;
	}
	return least;
}

static bool
has_any(const struct limits *b)
{
	for (int i = 0; i < b->terms; i++)
		if (span_is(b->term[i].subject, "any"))
			return true;
	return false;
}

enum gate
fail_if_judge(const struct limits *b, const struct comparison *c, size_t other,
    struct breach *breach)
{
	enum gate rest = judge_terms(b, c, other, false, 0, breach);
	enum gate most = GATE_KEPT;

	if (rest == GATE_KEPT || !has_any(b))
		return rest;
	for (uint32_t r = 0; r < pool_count(c->join->keys); r++) {
		struct breach of_row;
		enum gate gate = judge_terms(b, c, other, true, r, &of_row);

		if (gate <= most)
			continue;
		most = gate;
		*breach = of_row;
	}
	return most < rest ? most : rest;
}
