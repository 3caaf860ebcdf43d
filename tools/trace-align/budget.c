#include "common/bytes/fixed.h"
#include "tools/trace-align/budget.h"

static const char prefix[] = "family:";

int
limit_parse(struct limit *l, struct span s)
{
	if (s.n > 1 && s.p[s.n - 1] == '%') {
		l->percent = true;
		s.n -= 1;
	} else if (s.n > 2 && memcmp(s.p + s.n - 2, "us", 2) == 0) {
		l->percent = false;
		s.n -= 2;
	} else {
		return -1;
	}
	/* Thousandths either way. */
	return fixed_parse_us(s, &l->amount);
}

/* total or family:NAME */
static int
parse_subject(struct budget *g, struct span s)
{
	size_t n = sizeof prefix - 1;

	g->family = (struct span){0};
	if (span_is(s, "total"))
		return 0;
	if (s.n <= n || memcmp(s.p, prefix, n) != 0)
		return -1;
	g->family = (struct span){s.p + n, s.n - n};
	return 0;
}

int
budget_parse(struct budget *g, const char *text)
{
	const char *sign = strrchr(text, '>');

	g->text = span_of(text);
	if (!sign ||
	    parse_subject(g, (struct span){text, (size_t)(sign - text)}))
		return -1;
	return limit_parse(&g->limit, span_of(sign + 1));
}

struct budget_times
budget_measure(const struct budget *g, const struct pair *p, size_t n,
    int64_t a_reps, int64_t b_reps)
{
	int64_t a = 0, b = 0;

	for (size_t i = 0; i < n; i++) {
		if (g->family.n && !span_equal(g->family, p[i].family))
			continue;
		a += p[i].a ? p[i].a->sum : 0;
		b += p[i].b ? p[i].b->sum : 0;
	}
	return (struct budget_times){
	    fixed_divide(a, a_reps), fixed_divide(b, b_reps)};
}

bool
budget_exceeded(const struct budget *g, struct budget_times t)
{
	int64_t delta = t.b - t.a;

	if (!g->limit.percent)
		return delta > g->limit.amount;
	return (double)delta * 100 * 1000 >
	    (double)g->limit.amount * (double)t.a;
}
