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
	case OUTCOME_SIMILAR:
		return "similar";
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
		    : "a status is counted: a number alone";
	}
	if (!span_is(s, "total") && !span_is(s, "any") &&
	    !span_starts(s, key_prefix))
		return "the subject must be total, any, key:NAME or "
		       "status:WORD";
	if (!span_is(s, "any") && v->about.never && v->bottom == PLAN_NONE)
		return "the first value does not add up: only any and status";
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
		wrong = check_term(&b->term[i], v);
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

static struct breach
sum_of_key(const struct comparison *c, size_t other, struct span name)
{
	struct breach sum = {0, 0, POOL_NONE};

	for (uint32_t r = 0; r < pool_count(c->join->keys); r++) {
		struct change change;

		if (!has_field(pool_get(c->join->keys, r), name))
			continue;
		change = change_of(c->join, c->value, r, other);
		sum.a += known(change.a);
		sum.b += known(change.b);
	}
	return sum;
}

static struct breach
count_outcome(const struct comparison *c, size_t other, struct span word)
{
	struct breach n = {0, 0, POOL_NONE};
	decimal one = DECIMAL_LIMIT / 1000000000000000;

	for (uint32_t r = 0; r < pool_count(c->join->keys); r++) {
		enum outcome o =
		    outcome_of(c->join, c->value, c->threshold, r, other);

		if (span_is(word, outcome_word(o, c->value->about)))
			n.b += one;
	}
	return n;
}

/* The amounts that a term is about; of `any`, those of the row. */
static struct breach
measure(const struct limit *t, const struct comparison *c, size_t other,
    uint32_t row)
{
	struct change change;

	if (span_starts(t->subject, key_prefix))
		return sum_of_key(c, other, behind(t->subject, key_prefix));
	if (span_starts(t->subject, status_prefix))
		return count_outcome(
		    c, other, behind(t->subject, status_prefix));
	if (span_is(t->subject, "any")) {
		change = change_of(c->join, c->value, row, other);
		return (struct breach){known(change.a), known(change.b), row};
	}
	change = change_of(c->total, c->value, 0, other);
	return (struct breach){known(change.a), known(change.b), POOL_NONE};
}

/* Do all terms about single rows, or all others, fail? */
static bool
fails(const struct limits *b, const struct comparison *c, size_t other,
    bool rows, uint32_t row, struct breach *first)
{
	static const struct column plain = {0};

	for (int i = b->terms - 1; i >= 0; i--) {
		const struct limit *t = &b->term[i];
		bool count = span_starts(t->subject, status_prefix);

		if (span_is(t->subject, "any") != rows)
			continue;
		*first = measure(t, c, other, row);
		if (!judge_exceeds(
			t, count ? plain : c->value->about, first->a, first->b))
			return false;
	}
	return true;
}

static bool
has_any(const struct limits *b)
{
	for (int i = 0; i < b->terms; i++)
		if (span_is(b->term[i].subject, "any"))
			return true;
	return false;
}

bool
fail_if_exceeded(const struct limits *b, const struct comparison *c,
    size_t other, struct breach *breach)
{
	if (!fails(b, c, other, false, 0, breach))
		return false;
	if (!has_any(b))
		return true;
	for (uint32_t r = 0; r < pool_count(c->join->keys); r++)
		if (fails(b, c, other, true, r, breach))
			return true;
	return false;
}
