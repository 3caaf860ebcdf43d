#include <math.h>
#include <string.h>

#include "common/bytes/fixed.h"
#include "tools/trace-align/budget.h"

/* --- reading --- */

static struct span
trimmed(struct span s)
{
	while (s.n > 0 && s.p[0] == ' ')
		s = span_cut(s, 1, s.n);
	while (s.n > 0 && s.p[s.n - 1] == ' ')
		s.n--;
	return s;
}

static bool
take_end(struct span *s, const char *end)
{
	size_t n = strlen(end);

	if (s->n <= n || memcmp(s->p + s->n - n, end, n) != 0)
		return false;
	s->n -= n;
	*s = trimmed(*s);
	return true;
}

int
limit_parse(struct limit *l, struct span s)
{
	int64_t scale = 1;

	s = trimmed(s);
	l->unit = LIMIT_COUNT;
	if (take_end(&s, "%")) {
		l->unit = LIMIT_PERCENT;
	} else if (take_end(&s, "us")) {
		l->unit = LIMIT_TIME;
	} else if (take_end(&s, "ms")) {
		l->unit = LIMIT_TIME;
		scale = 1000;
	}
	/* Thousandths in each case. */
	if (fixed_parse_us(s, &l->amount) || l->amount > INT64_MAX / scale ||
	    l->amount < INT64_MIN / scale)
		return -1;
	l->amount *= scale;
	return 0;
}

static bool
take_start(struct span *s, const char *start)
{
	if (!span_starts(*s, start))
		return false;
	*s = span_cut(*s, strlen(start), s->n);
	return s->n > 0;
}

static int
parse_subject(struct condition *c, struct span s)
{
	static const struct {
		const char *word;
		enum subject subject;
	} whole[] = {{"total", BUDGET_TOTAL}, {"period", BUDGET_PERIOD},
	    {"idle", BUDGET_IDLE}, {"matched", BUDGET_MATCHED}},
	  named[] = {{"family:", BUDGET_FAMILY}, {"group:", BUDGET_GROUP},
	      {"verdict:", BUDGET_VERDICT}};

	c->name = (struct span){0};
	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (span_is(s, whole[i].word)) {
			c->subject = whole[i].subject;
			return 0;
		}
	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		if (take_start(&s, named[i].word)) {
			c->subject = named[i].subject;
			c->name = s;
			return 0;
		}
	return -1;
}

/* Does the limit fit what it is of? */
static bool
is_sensible(const struct condition *c)
{
	if (c->subject == BUDGET_MATCHED)
		return c->limit.unit == LIMIT_PERCENT;
	if (c->subject == BUDGET_VERDICT)
		return span_is(c->name, "slower") || span_is(c->name, "faster");
	return c->limit.unit != LIMIT_COUNT;
}

/* The last sign of a comparison, as names may have some of them. */
static size_t
find_sign(struct span s)
{
	size_t i = s.n;

	while (i > 0 && s.p[i - 1] != '>' && s.p[i - 1] != '<')
		i--;
	return i > 0 ? i - 1 : s.n;
}

static int
parse_condition(struct condition *c, struct span s)
{
	size_t sign = find_sign(s);
	struct span number;

	if (sign == s.n)
		return -1;
	number = span_cut(s, sign + 1, s.n);
	c->below = s.p[sign] == '<';
	c->reached = number.n > 0 && number.p[0] == '=';
	if (c->reached)
		number = span_cut(number, 1, number.n);
	if (parse_subject(c, trimmed(span_cut(s, 0, sign))) ||
	    limit_parse(&c->limit, number))
		return -1;
	return is_sensible(c) ? 0 : -1;
}

/*
 * Takes what stands before the next " and " off, or all if there is none; true
 * if more has to follow.
 */
static bool
next_part(struct span *s, struct span *part)
{
	static const char word[] = " and ";
	size_t n = sizeof word - 1;

	*part = *s;
	for (size_t i = 0; i + n <= s->n; i++)
		if (memcmp(s->p + i, word, n) == 0) {
			part->n = i;
			*s = span_cut(*s, i + n, s->n);
			return true;
		}
	return false;
}

int
budget_parse(struct budget *b, const char *text)
{
	struct span rest = span_of(text), part;
	bool more;

	b->text = rest;
	b->n = 0;
	do {
		more = next_part(&rest, &part);
		if (b->n == BUDGET_MOST ||
		    parse_condition(&b->condition[b->n++], part))
			return -1;
	} while (more);
	return 0;
}

/* --- checking --- */

static bool
is_beyond(const struct condition *c, double value, double limit)
{
	if (c->reached && value == limit)
		return true;
	return c->below ? value < limit : value > limit;
}

/* By the difference, and by its bound on the side of the limit. */
static enum outcome
check_difference(const struct condition *c, const struct measure *m)
{
	double limit = (double)c->limit.amount;

	if (!m->known)
		return BUDGET_UNKNOWN;
	if (c->limit.unit == LIMIT_PERCENT)
		limit *= (double)m->a / 100 / 1000;
	if (!is_beyond(c, (double)(m->b - m->a), limit))
		return BUDGET_KEPT;
	if (is_beyond(c, c->below ? m->most : m->least, limit))
		return BUDGET_EXCEEDED;
	return BUDGET_INCONCLUSIVE;
}

static enum outcome
check_value(const struct condition *c, double value)
{
	return is_beyond(c, value, (double)c->limit.amount / 1000)
	    ? BUDGET_EXCEEDED
	    : BUDGET_KEPT;
}

/* What there is to measure. */
static int
find_measure(
    const struct condition *c, const struct report *r, struct measure *m)
{
	switch (c->subject) {
	case BUDGET_PERIOD:
		*m = align_measure_period(r);
		return 0;
	case BUDGET_IDLE:
		*m = measured_idle(r);
		return 0;
	case BUDGET_FAMILY:
		return measure_rows(r, PORTION_FAMILY, c->name, m);
	case BUDGET_GROUP:
		return measure_rows(r, PORTION_GROUPS, c->name, m);
	case BUDGET_VERDICT:
		return measure_rows(r, PORTION_VERDICT, c->name, m);
	default:
		return measure_rows(r, PORTION_ALL, c->name, m);
	}
}

int
budget_check(
    const struct condition *c, const struct report *r, struct finding *f)
{
	*f = (struct finding){.outcome = BUDGET_KEPT};
	if (c->subject == BUDGET_MATCHED) {
		f->value = 100 * matched_share(&r->comparison->matched);
		f->outcome = check_value(c, f->value);
		return 0;
	}
	if (c->limit.unit == LIMIT_COUNT) {
		f->value = (double)measure_count(r, c->name);
		f->outcome = check_value(c, f->value);
		return 0;
	}
	if (find_measure(c, r, &f->measure))
		return -1;
	f->outcome = check_difference(c, &f->measure);
	return 0;
}
