/*
 * trace-align - line up the kernels of two cycles
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xrules.h"
#include "tools/trace-align/columns.h"
#include "tools/trace-align/cycle_pair.h"
#include "tools/trace-align/summary.h"

static int
run(struct options *o, const struct rules *rules, struct inputs *in,
    struct streams *s)
{
	int status;

	if (o->by_fusion)
		columns_changes_header(s->rows, o->all);
	else if (!o->pairs)
		columns_header(s->rows, o->all);
	if (s->summary)
		page_header(s->summary, o->all);
	in->names = pool_new();
	side_read_tables(&in->a, in->names);
	if (o->one_table)
		in->b = in->a;
	else
		side_read_tables(&in->b, in->names);
	if (o->spread[0]) {
		cycle_table_spread(&in->a.run[0], o->spread[0]);
		cycle_table_spread(&in->b.run[0], o->spread[1]);
	}
	likeness_init(&in->likeness, in->names, rules);
	status = cycle_choice_align(o, in, s);
	likeness_free(&in->likeness);
	pool_free(in->names);
	free(in->couples);
	return status;
}

static void
check_output(const char *path, const struct side_tables *side)
{
	for (size_t i = 0; path && i < side->n; i++)
		tool_writes(path, side->path[i]);
}

/* The same, with the tables that it writes. */
static int
run_into_files(struct options *o, const struct rules *rules, struct inputs *in)
{
	static struct xtable rows, summary;
	struct streams s = {
	    .rows = &rows.out, .summary = o->summary ? &summary.out : NULL};
	int status;

	check_output(o->output, &in->a);
	check_output(o->output, &in->b);
	xtable_open(&rows, o->output);
	check_output(o->summary, &in->a);
	check_output(o->summary, &in->b);
	xtable_open(&summary, o->summary);
	status = run(o, rules, in, &s);
	xtable_close(&rows);
	xtable_close(&summary);
	return status;
}

int
main(int argc, char **argv)
{
	struct options o;
	struct inputs in = {0};
	struct rules *rules;
	int status;

	tool_start(argv);
	arguments_parse(&o, argc, argv);
	rules = xrules_open(o.rules);
	gate_check_families(o.budgets, o.nbudgets, rules);
	side_open_tables(&in.a, argv[optind]);
	if (!o.one_table)
		side_open_tables(&in.b, argv[optind + 1]);
	status = run_into_files(&o, rules, &in);
	side_close_tables(&in.a);
	if (!o.one_table)
		side_close_tables(&in.b);
	rules_free(rules);
	arguments_free(&o);
	return tool_finish(status);
}
