#include <math.h>

#include "tools/trace-compare/judge.h"

enum { WHOLE = 100 * 1000 /* thousandths of a percent in one */ };

static decimal
ten_to(int n)
{
	decimal v = 1;

	while (n-- > 0)
		v *= 10;
	return v;
}

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
	decimal scale = ten_to(DECIMAL_PLACES);

	if (a.unit == AMOUNT_PERCENT || (a.unit == AMOUNT_TIME && !about.ns))
		return -1;
	scale /= a.unit == AMOUNT_TIME ? about.ns : 1000;
	*v = a.n * scale;
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
