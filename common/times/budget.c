#include "common/times/budget.h"
#include "common/bytes/fixed.h"

static const struct unit {
	char text[4];
	enum amount_unit unit;
	int64_t scale; /* of a number that is read in microseconds */
} units[] = {
    {"%", AMOUNT_PERCENT, 1},
    {"us", AMOUNT_TIME, 1},
    {"ms", AMOUNT_TIME, 1000},
    {"ns", AMOUNT_TIME, -1000},
    {"s", AMOUNT_TIME, 1000000},
};

/* The unit at the end of a text, which is cut off; plain if there is none. */
static struct unit
take_unit(struct span *s)
{
	for (size_t i = 0; i < COUNT(units); i++) {
		if (!span_ends(*s, units[i].text))
			continue;
		s->n -= strlen(units[i].text);
		return units[i];
	}
	return (struct unit){"", AMOUNT_PLAIN, 1};
}

int
amount_parse(struct amount *a, struct span s)
{
	struct unit unit;

	s = span_trim(s);
	unit = take_unit(&s);
	a->unit = unit.unit;
	if (fixed_parse_us(span_trim(s), &a->n))
		return -1;
	if (unit.scale < 0)
		a->n = fixed_divide(a->n, -unit.scale);
	else if (__builtin_mul_overflow(a->n, unit.scale, &a->n))
		return -1;
	return 0;
}

/* The amount stands after the last sign, since a subject may hold one, too. */
static int
parse_term(struct limit *t, struct span s)
{
	size_t at = s.n;

	while (at && s.p[at - 1] != '>' && s.p[at - 1] != '<')
		at--;
	if (!at)
		return -1;
	t->below = s.p[at - 1] == '<';
	t->subject = span_trim(span_cut(s, 0, at - 1));
	t->or_equal = at < s.n && s.p[at] == '=';
	return t->subject.n
	    ? amount_parse(&t->limit, span_cut(s, at + t->or_equal, s.n))
	    : -1;
}

int
budget_parse(struct budget *b, const char *text)
{
	static const char joint[] = " and ";
	const char *end;

	*b = (struct budget){.text = span_of(text)};
	do {
		end = strstr(text, joint);
		if (b->terms == BUDGET_MOST ||
		    parse_term(&b->term[b->terms++],
			end ? (struct span){text, (size_t)(end - text)}
			    : span_of(text)))
			return -1;
		text = end ? end + strlen(joint) : text;
	} while (end);
	return 0;
}

bool
limit_is_beyond(const struct limit *t, double difference, double limit)
{
	if (t->or_equal && difference == limit)
		return true;
	return t->below ? difference < limit : difference > limit;
}

enum gate
limit_judge(const struct limit *t, double limit, double difference,
    double least, double most)
{
	if (!limit_is_beyond(t, difference, limit))
		return GATE_KEPT;
	return limit_is_beyond(t, t->below ? most : least, limit)
	    ? GATE_EXCEEDED
	    : GATE_INCONCLUSIVE;
}

double
limit_ns(const struct limit *t, int64_t a)
{
	/* Exact where the limit is a whole number, so that as much is no more.
	 */
	long double n = (long double)t->limit.n;

	return (double)(t->limit.unit == AMOUNT_PERCENT
		? n * (long double)a / (100 * 1000)
		: n);
}

bool
limit_names(const struct limit *t, const char *kind, struct span *name)
{
	size_t n = strlen(kind);

	if (!span_starts(t->subject, kind) || t->subject.n == n ||
	    t->subject.p[n] != ':')
		return false;
	*name = span_cut(t->subject, n + 1, t->subject.n);
	return true;
}

bool
limit_is_any(const struct limit *t)
{
	return span_is(t->subject, "any");
}

bool
budget_lacks(const struct budget *b,
    bool (*has)(const void *of, struct span name), const void *of,
    struct span *name)
{
	for (int i = 0; i < b->terms; i++)
		if (limit_names(&b->term[i], "key", name) && !has(of, *name))
			return true;
	return false;
}

bool
gate_fails(enum gate g, bool pass)
{
	return pass ? g != GATE_EXCEEDED : g == GATE_EXCEEDED;
}

const char *
gate_option(bool pass)
{
	return pass ? "--pass-if" : "--fail-if";
}

/* All terms of one row, or all those that are of no row alone. */
static struct judgement
judge_terms(const struct budget *b, const struct gauge *g, size_t row)
{
	struct judgement j = {GATE_EXCEEDED, NULL, row};

	for (int i = 0; i < b->terms; i++) {
		const struct limit *t = &b->term[i];
		enum gate gate;

		if (limit_is_any(t) != (row != BUDGET_NO_ROW))
			continue;
		gate = g->judge(g->of, t, row);
		if (!j.term || gate < j.gate)
			j.term = t;
		j.gate = gate < j.gate ? gate : j.gate;
	}
	return j;
}

static bool
has_any(const struct budget *b)
{
	for (int i = 0; i < b->terms; i++)
		if (limit_is_any(&b->term[i]))
			return true;
	return false;
}

struct judgement
budget_judge(const struct budget *b, const struct gauge *g)
{
	struct judgement rest = judge_terms(b, g, BUDGET_NO_ROW), most = rest;

	if (rest.gate == GATE_KEPT || !has_any(b))
		return rest;
	most.gate = GATE_KEPT;
	for (size_t r = 0; r < g->rows && most.gate != GATE_EXCEEDED; r++) {
		struct judgement row = judge_terms(b, g, r);

		if (row.gate > most.gate)
			most = row;
	}
	if (rest.gate < most.gate)
		most.gate = rest.gate;
	return most;
}
