#include <stdio.h>
#include <stdlib.h>

#include "tools/trace-compare/input_columns.h"

static int
fail(struct plan *p, const char *what, struct span text)
{
	snprintf(
	    p->error, sizeof p->error, "%s '%.*s'", what, SPAN_MOST(text, 100));
	return -1;
}

int
plan_find(const struct names *names, struct span name)
{
	int at = PLAN_NONE;

	for (size_t i = 0; i < names->n; i++)
		if (span_equal(names->p[i], name))
			at = at == PLAN_NONE ? (int)i : PLAN_TWICE;
	return at;
}

int
plan_column(struct plan *p, const struct names *names, struct span name)
{
	int at = plan_find(names, name);

	return at >= 0 ? at
		       : fail(p,
			     at == PLAN_TWICE ? "there are two columns"
					      : "there is no column",
			     name);
}

/* The place of a column among those that are added up. */
static int
use_column(
    struct plan *p, const struct names *names, struct span name, int *place)
{
	if (plan_column(p, names, name) < 0)
		return -1;
	*place = plan_find(&(struct names){p->column, p->columns}, name);
	if (*place >= 0)
		return 0;
	*place = (int)p->columns;
	ARRAY_PUSH(p->column, p->columns, &p->column_cap, name);
	return 0;
}

/* Cuts "_us" off the name of what is compared, for those of ratios. A share is
 * of other things than its change in percent, and keeps its unit. */
static void
split_unit(struct value *v)
{
	static const char *const units[] = {"_us", "_ms", "_ns", "_bytes"};

	v->stem = v->name.n;
	for (size_t i = 0; i < COUNT(units); i++)
		if (span_ends(v->name, units[i]))
			v->stem = v->name.n - strlen(units[i]);
	if (v->stem == 0)
		v->stem = v->name.n;
}

/* A quotient at that slash that leaves the names of two columns. */
static int
find_quotient(struct plan *p, const struct names *names, struct value *v,
    struct span formula)
{
	for (size_t i = 1; i + 1 < formula.n; i++) {
		struct span top = span_cut(formula, 0, i),
			    bottom = span_cut(formula, i + 1, formula.n);

		if (formula.p[i] == '/' && plan_find(names, top) >= 0 &&
		    plan_find(names, bottom) >= 0)
			return use_column(p, names, top, &v->top) ||
			    use_column(p, names, bottom, &v->bottom);
	}
	return fail(p, "not two columns of the first table:", formula);
}

/* NAME, NAME=COLUMN or NAME=COLUMN/COLUMN; a name may hold any of these. */
static int
parse_value(struct plan *p, const struct names *names, struct span text)
{
	const char *equal = text.n ? memchr(text.p, '=', text.n) : NULL;
	struct value v = {.name = text, .bottom = PLAN_NONE};
	struct span formula = text;
	bool quotient = false;

	if (plan_find(names, text) == PLAN_NONE && equal && equal > text.p) {
		v.name = span_cut(text, 0, (size_t)(equal - text.p));
		formula = span_cut(text, v.name.n + 1, text.n);
		quotient = plan_find(names, formula) == PLAN_NONE &&
		    span_holds(formula, '/');
	}
	if (quotient ? find_quotient(p, names, &v, formula)
		     : use_column(p, names, formula, &v.top))
		return -1;
	v.about = column_of(v.name);
	split_unit(&v);
	ARRAY_PUSH(p->value, p->values, &p->value_cap, v);
	return 0;
}

static bool
is_key(const struct plan *p, struct span name)
{
	return plan_find(&(struct names){p->key, p->keys}, name) >= 0;
}

static int
choose_value(struct plan *p, const struct names *names)
{
	struct span best = {NULL, 0};

	for (size_t i = 0; i < names->n; i++) {
		struct column about = column_of(names->p[i]);

		if (is_key(p, names->p[i]))
			continue;
		if (about.ns && about.sums)
			return parse_value(p, names, names->p[i]);
		if (!best.n && column_is_number(about.kind))
			best = names->p[i];
	}
	if (best.n)
		return parse_value(p, names, best);
	return fail(p,
	    "no column name says that it can be added up: use --value", best);
}

int
plan_make(struct plan *p, const char *keys, const char *values,
    const struct names *names)
{
	struct span list = span_of(keys);

	*p = (struct plan){0};
	while (list.p) {
		struct span item = span_take(&list, ',');

		if (is_key(p, item))
			return fail(p, "twice among the keys:", item);
		if (plan_column(p, names, item) < 0)
			return -1;
		ARRAY_PUSH(p->key, p->keys, &p->key_cap, item);
	}
	if (!values)
		return choose_value(p, names);
	list = span_of(values);
	while (list.p)
		if (parse_value(p, names, span_take(&list, ',')))
			return -1;
	return 0;
}

void
plan_free(struct plan *p)
{
	free(p->key);
	free(p->column);
	free(p->value);
}
