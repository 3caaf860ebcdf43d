#include <math.h>

#include "tools/trace-align/budget.h"

/* --- reading --- */

static int
read_subject(struct condition *c, const struct limit *l)
{
	static const struct {
		const char *word;
		enum subject subject;
	} whole[] = {{"total", BUDGET_TOTAL}, {"period", BUDGET_PERIOD},
	    {"idle", BUDGET_IDLE}},
	  named[] = {{"family", BUDGET_FAMILY}, {"group", BUDGET_GROUP}};

	c->name = (struct span){0};
	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (span_is(l->subject, whole[i].word)) {
			c->subject = whole[i].subject;
			return 0;
		}
	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		if (limit_names(l, named[i].word, &c->name)) {
			c->subject = named[i].subject;
			return c->name.n ? 0 : -1;
		}
	return -1;
}

static int
read_condition(struct condition *c, const struct limit *l)
{
	if (read_subject(c, l))
		return -1;
	c->limit = *l;
	return l->limit.unit == AMOUNT_PLAIN ? -1 : 0;
}

int
budget_read(struct budget *b, const struct limits *l)
{
	*b = (struct budget){
	    .text = l->text, .n = (size_t)l->terms, .pass = l->pass};
	for (size_t i = 0; i < b->n; i++)
		if (read_condition(&b->condition[i], &l->term[i]))
			return -1;
	return 0;
}

/* --- checking --- */

/* A bound comes closer with the square root of the number of repeats. */
static enum gate
check_difference(const struct condition *c, struct finding *f)
{
	const struct measure *m = &f->measure;
	double limit = limit_ns(&c->limit, m->a);
	double delta = (double)(m->b - m->a);
	double bound = c->limit.below ? m->most : m->least;

	if (!m->known)
		return GATE_UNKNOWN;
	f->more = pow((delta - bound) / (delta - limit), 2);
	return limit_judge(&c->limit, limit, delta, m->least, m->most);
}

/* What there is to measure. */
static struct measure
find_measure(const struct condition *c, const struct report *r)
{
	switch (c->subject) {
	case BUDGET_PERIOD:
		return measure_period(r);
	case BUDGET_IDLE:
		return measure_idle(r);
	case BUDGET_FAMILY:
		return measure_rows(r, PORTION_FAMILY, c->name);
	case BUDGET_GROUP:
		return measure_rows(r, PORTION_GROUPS, c->name);
	default:
		return measure_all(r);
	}
}

void
budget_check(struct condition *c, const struct report *r, struct finding *f)
{
	*f = (struct finding){.measure = find_measure(c, r)};
	f->outcome = check_difference(c, f);
	c->asked = true;
	c->met = c->met || f->measure.rows > 0;
}

bool
budget_lacks(const struct condition *c)
{
	return (c->subject == BUDGET_FAMILY || c->subject == BUDGET_GROUP) &&
	    c->asked && !c->met;
}
