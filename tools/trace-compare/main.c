/*
 * trace-compare - two or more tables side by side, by keys
 *
 * An outer join: rows with the same key are added up first, in whole numbers of
 * their smallest decimals (decimal.h), so the differences of all rows add up to
 * the difference of the totals, to the last digit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/cli/die.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/times/significance.h"
#include "tools/trace-compare/options.h"

/* The margin for the first value; that of time only if it is one. */
static struct margin
margin_for(const struct options *o, const struct value *v)
{
	struct margin t = {0, o->relative.n, o->alone};

	if (judge_amount(v->about, o->least, &t.least) == 0)
		return t;
	if (o->given_least)
		opt_die("--abs: the unit does not fit the column '%.*s'",
		    (int)v->name.n, v->name.p);
	t.least = 0;
	return t;
}

/* A budget means nothing where a side has no rows. */
static void
check_sides(const struct options *o, const struct join *join)
{
	for (size_t i = 0; i < o->sides; i++)
		if (!join_has_rows(join, i))
			die("%s: no rows: nothing to judge", o->side[i].path);
}

/* A budget for what no table has is kept, but it guards nothing. */
static void
tell_lacking(const struct options *o, const struct join *join)
{
	for (size_t i = 0; i < o->budgets.n; i++) {
		const struct budget *b = &o->budgets.p[i];
		struct span name;

		if (budget_lacks(b, join_has_name, join, &name))
			warn("%.*s: no table has a row of '%.*s': nothing was "
			     "checked",
			    (int)b->text.n, b->text.p, (int)name.n, name.p);
	}
}

static void
tell_breach(const struct options *o, const struct comparison *c,
    const struct budget *b, const struct judgement *j)
{
	struct scale scale = join_scale(c->join, c->value);
	struct span key = {NULL, 0}, name = c->value->name, status;
	char text[DECIMAL_MAX];
	size_t n;

	if (limit_names(j->term, "status", &status)) {
		scale = (struct scale){true, 0, 0};
		name = span_of("rows");
	}
	if (j->row != BUDGET_NO_ROW)
		key = pool_get(c->join->keys, (uint32_t)j->row);
	n = decimal_print(text, table_gate_difference(j, c), scale.most, false);
	warn("%.*s: %.*s: %s%.*s%s%.*s %.*s", (int)b->text.n, b->text.p,
	    (int)o->side[c->other].label.n, o->side[c->other].label.p,
	    j->gate == GATE_INCONCLUSIVE ? "inconclusive, within the spread: "
					 : "",
	    SPAN_MOST(key, 80), key.n ? ": " : "", (int)n, text, (int)name.n,
	    name.p);
}

/* How many budgets are exceeded; tells of each. */
static int
judge_budgets(const struct options *o, const struct comparison *c)
{
	int n = 0;

	for (size_t i = 0; i < o->budgets.n; i++) {
		const struct budget *b = &o->budgets.p[i];

		for (size_t t = 1; t < o->sides; t++) {
			struct judgement j = table_gate_judge(b, &c[t]);
			bool fails = gate_fails(j.gate, b->pass);

			if (fails || (j.gate == GATE_INCONCLUSIVE && !o->quiet))
				tell_breach(o, &c[t], b, &j);
			n += fails;
		}
	}
	return n;
}

/* Where the spread is not known, the margin is all there is. */
static void
tell_margin(
    const struct options *o, const struct join *join, const struct value *v)
{
	bool lacking = false;

	for (size_t t = 1; t < o->sides; t++)
		lacking = lacking || lacks_spread(join, t);
	if (lacking && !o->chosen && v->about.ns)
		warn("no spread of some values is known: " VERDICT_FLOOR_SAID);
}

/* Several rows of a key whose numbers do not add up, as means. */
static void
tell_ambiguous(const struct plan *plan, const struct join *j)
{
	for (size_t i = 0; i < plan->values; i++) {
		const struct value *v = &plan->value[i];
		size_t n = 0;

		for (uint32_t r = 0; r < pool_count(j->keys); r++)
			for (size_t t = 0; t < j->tables; t++)
				n += join_is_ambiguous(j, v, r, t);
		if (n)
			warn("%zu key%s several rows, and %.*s cannot be "
			     "added up: left empty there",
			    n, n == 1 ? " has" : "s have", (int)v->name.n,
			    v->name.p);
	}
}

static void
print_rows(struct tsvw *out, const struct options *o, const struct plan *plan,
    const struct join *join, const struct comparison *c)
{
	uint32_t *row = rows_in_order(join, plan->value, o->order);

	for (uint32_t i = 0; i < pool_count(join->keys); i++)
		print_row(out, o, plan, join, row[i], c);
	if (o->total)
		print_row(out, o, plan, c[1].total, 0, NULL);
	xtsvw_flush(out);
	free(row);
}

static int
run(const struct options *o, struct tsvw *out)
{
	struct pool *names = pool_new();
	struct join join, total;
	struct plan plan;
	struct margin margin;
	struct comparison c[MOST_TABLES] = {{0}};
	int exceeded;

	read_tables(o, &plan, &join, names);
	margin = margin_for(o, plan.value);
	for (size_t t = 1; t < o->sides; t++) {
		c[t] = (struct comparison){.join = &join,
		    .total = &total,
		    .value = plan.value,
		    .other = t};
		comparison_judge(&c[t], &margin);
	}
	opt_check_budgets(&o->budgets, table_gate_check, plan.value);
	if (total_of(&total, &join, NULL))
		die("the totals are too large");
	if (o->budgets.n)
		check_sides(o, &join);
	compare_print_header(out, o, &plan);
	print_rows(out, o, &plan, &join, c);
	if (!o->quiet) {
		tell_ambiguous(&plan, &join);
		tell_margin(o, &join, plan.value);
		tell_lacking(o, &join);
	}
	exceeded = judge_budgets(o, c);
	for (size_t t = 1; t < o->sides; t++) {
		free(c[t].outcomes);
		free(c[t].estimates);
	}
	join_free(&total);
	join_free(&join);
	plan_free(&plan);
	pool_free(names);
	return exceeded ? STATUS_NO : STATUS_OK;
}

int
main(int argc, char **argv)
{
	static struct tsvw out;
	struct options o = options_read(argc, argv);
	int status;

	tsvw_init(&out, STDOUT_FILENO);
	status = run(&o, &out);
	free(o.budgets.p);
	return tool_finish(status);
}
