#include "common/bytes/fixed.h"
#include "tools/trace-align/gate.h"

static const char prefix[] = "family:";

/* total or family:NAME */
static int
parse_subject(struct gate *g, struct span s)
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
gate_parse(struct gate *g, const char *text)
{
	const char *sign = strrchr(text, '>');

	g->text = span_of(text);
	if (!sign ||
	    parse_subject(g, (struct span){text, (size_t)(sign - text)}))
		return -1;
	return limit_parse(&g->limit, span_of(sign + 1));
}

struct gate_times
gate_measure(const struct gate *g, const struct pair *p, size_t n,
    int64_t a_reps, int64_t b_reps)
{
	int64_t a = 0, b = 0;

	for (size_t i = 0; i < n; i++) {
		if (g->family.n && !span_equal(g->family, p[i].family))
			continue;
		a += p[i].a ? p[i].a->sum : 0;
		b += p[i].b ? p[i].b->sum : 0;
	}
	return (struct gate_times){
	    fixed_divide(a, a_reps), fixed_divide(b, b_reps)};
}

bool
gate_exceeded(const struct gate *g, struct gate_times t)
{
	int64_t delta = t.b - t.a;

	if (!g->limit.percent)
		return delta > g->limit.amount;
	return (double)delta * 100 * 1000 >
	    (double)g->limit.amount * (double)t.a;
}
