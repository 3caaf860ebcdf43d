#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/xkey.h"
#include "common/times/significance.h"
#include "tools/trace-compare/result.h"

enum { WHOLE = 100 * 1000 /* thousandths of a percent in one */ };

enum outcome
compare_judge(const struct margin *t, decimal a, decimal b)
{
	decimal difference = decimal_abs(b - a), less = decimal_abs(a);

	if (decimal_abs(b) < less)
		less = decimal_abs(b);
	if (difference == 0 || difference <= t->least ||
	    difference * WHOLE <= less * t->relative)
		return OUTCOME_SAME;
	return b < a ? OUTCOME_LESS : OUTCOME_MORE;
}

/* Nanoseconds and thousandths, as units of 10^-DECIMAL_PLACES. */
int
judge_amount(struct column about, struct amount a, decimal *v)
{
	if (a.unit == AMOUNT_PERCENT || (a.unit == AMOUNT_TIME && !about.ns))
		return -1;
	*v = a.n * (DECIMAL_ONE / (a.unit == AMOUNT_TIME ? about.ns : 1000));
	return decimal_abs(*v) > DECIMAL_LIMIT ? -1 : 0;
}

bool
judge_exceeds(const struct limit *t, struct column about, decimal a, decimal b)
{
	decimal difference = b - a, limit;

	if (t->limit.unit == AMOUNT_PERCENT) {
		limit = a * t->limit.n;
		difference *= WHOLE;
	} else if (judge_amount(about, t->limit, &limit)) {
		return false;
	}
	return limit_is_beyond(
	    t, (difference > limit) - (difference < limit), 0);
}

double
judge_limit(const struct limit *t, struct column about, double a)
{
	decimal amount = 0;

	if (t->limit.unit == AMOUNT_PERCENT)
		return a * (double)t->limit.n / WHOLE;
	return judge_amount(about, t->limit, &amount) ? NAN
						      : decimal_real(amount);
}

struct change
change_of(
    const struct join *j, const struct value *v, uint32_t row, size_t other)
{
	struct change c = {join_value(j, v, row, 0),
	    join_value(j, v, row, other), {false, 0}, NAN, NAN};
	decimal a = c.a.there ? c.a.v : 0, b = c.b.there ? c.b.v : 0;
	bool adds_up = v->bottom == PLAN_NONE && !v->about.never;

	c.delta.there =
	    (c.a.there && c.b.there) || (adds_up && (c.a.there || c.b.there));
	c.delta.v = b - a;
	if (!c.a.there || !c.b.there || a == 0)
		return c;
	c.ratio = decimal_real(b) / decimal_real(a);
	c.percent = 100 * decimal_real(b - a) / fabs(decimal_real(a));
	return c;
}

struct sum_error
value_noise(
    const struct join *j, const struct value *v, uint32_t row, size_t table)
{
	struct value top = {.top = v->top, .bottom = PLAN_NONE};
	struct number whole = join_value(j, &top, row, table);
	struct number quotient = join_value(j, v, row, table);
	struct sum_error n = join_noise(j, row, table);

	return v->bottom == PLAN_NONE
	    ? n
	    : sum_error_scaled(
		  n, decimal_real(quotient.v) / decimal_real(whole.v));
}

struct estimate
estimate_of(
    const struct join *j, const struct value *v, uint32_t row, size_t other)
{
	struct number a = join_value(j, v, row, 0),
		      b = join_value(j, v, row, other);

	if (!a.there || !b.there || a.v <= 0 || b.v <= 0)
		return (struct estimate){NAN, NAN, NAN, NAN};
	return sum_error_estimate(decimal_real(a.v), value_noise(j, v, row, 0),
	    decimal_real(b.v), value_noise(j, v, row, other));
}

static enum outcome
judge_estimate(const struct margin *m, struct estimate e, double a, double b)
{
	static const enum outcome of[] = {[SAME] = OUTCOME_SAME,
	    [FASTER] = OUTCOME_LESS,
	    [SLOWER] = OUTCOME_MORE,
	    [UNCLEAR] = OUTCOME_UNCLEAR};
	struct threshold t = {
	    (double)m->relative / 1000 / 100, decimal_real(m->least)};

	return of[verdict_of(e, threshold_log(t, a, b))];
}

static enum outcome
judge_row(const struct comparison *c, const struct margin *m, uint32_t row)
{
	bool in_a = join_has(c->join, row, 0);
	bool in_b = join_has(c->join, row, c->other);
	struct number a = join_value(c->join, c->value, row, 0);
	struct number b = join_value(c->join, c->value, row, c->other);
	struct estimate e = c->estimates[row];

	if (in_a != in_b)
		return in_a ? OUTCOME_ONLY_A : OUTCOME_ONLY_B;
	if (!a.there || !b.there)
		return OUTCOME_NONE;
	return isnan(e.half)
	    ? compare_judge(m, a.v, b.v)
	    : judge_estimate(m, e, decimal_real(a.v), decimal_real(b.v));
}

void
comparison_judge(struct comparison *c, const struct margin *m)
{
	uint32_t n = pool_count(c->join->keys);

	c->estimates = xcalloc((size_t)n + 1, sizeof *c->estimates);
	c->outcomes = xcalloc((size_t)n + 1, sizeof *c->outcomes);
	for (uint32_t r = 0; r < n; r++)
		c->estimates[r] = m->alone
		    ? (struct estimate){NAN, NAN, NAN, NAN}
		    : estimate_of(c->join, c->value, r, c->other);
	verdict_adjust(c->estimates, n);
	for (uint32_t r = 0; r < n; r++)
		c->outcomes[r] = judge_row(c, m, r);
}

bool
lacks_spread(const struct join *j, size_t other)
{
	for (uint32_t r = 0; r < pool_count(j->keys); r++)
		if (join_has(j, r, 0) && join_has(j, r, other) &&
		    (join_noise(j, r, 0).lacking ||
			join_noise(j, r, other).lacking))
			return true;
	return false;
}

/* Is one of the key's fields this name? */
static bool
has_field(struct span key, struct span name)
{
	while (key.n)
		if (span_equal(span_take(&key, '\t'), name))
			return true;
	return false;
}

bool
join_has_name(const void *join, struct span name)
{
	const struct join *j = join;

	for (uint32_t r = 0; r < pool_count(j->keys); r++)
		if (has_field(pool_get(j->keys, r), name))
			return true;
	return false;
}

int
total_of(struct join *total, const struct join *j, const struct span *of)
{
	uint32_t row = 0;

	join_open(total, j->tables, j->columns);
	for (size_t t = 0; t < j->tables; t++)
		row = join_row(total, t, span_of("total"));
	for (uint32_t r = 0; r < pool_count(j->keys); r++)
		if ((!of || has_field(pool_get(j->keys, r), *of)) &&
		    join_add_row(total, row, j, r))
			return -1;
	memcpy(total->scale, j->scale, j->columns * sizeof *j->scale);
	return 0;
}

struct rank {
	decimal amount; /* the greater, the earlier */
	struct span key;
	uint32_t row;
};

ORDER_BY(compare_rank, struct rank, DOWN(amount), key_compare(x->key, y->key))

static decimal
amount_of(
    const struct join *j, const struct value *v, enum order order, uint32_t row)
{
	decimal most = 0;

	for (size_t t = 0; t < j->tables; t++) {
		struct change c = change_of(j, v, row, t);
		struct number n = order == ORDER_DELTA ? c.delta : c.b;

		if (n.there && decimal_abs(n.v) > most)
			most = decimal_abs(n.v);
	}
	return most;
}

uint32_t *
rows_in_order(const struct join *j, const struct value *v, enum order order)
{
	uint32_t n = pool_count(j->keys);
	uint32_t *row = xcalloc((size_t)n + 1, sizeof *row);
	struct rank *rank = xcalloc((size_t)n + 1, sizeof *rank);

	for (uint32_t i = 0; i < n; i++) {
		rank[i] = (struct rank){0, pool_get(j->keys, i), i};
		if (order == ORDER_DELTA || order == ORDER_VALUE)
			rank[i].amount = amount_of(j, v, order, i);
	}
	if (order != ORDER_INPUT)
		qsort(rank, n, sizeof *rank, compare_rank);
	for (uint32_t i = 0; i < n; i++)
		row[i] = rank[i].row;
	free(rank);
	return row;
}
