/*
 * trace-align - line up the kernels of two cycles
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xrules.h"
#include "tools/trace-align/columns.h"
#include "tools/trace-align/cycle_report.h"
#include "tools/trace-align/cycle_spread.h"
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
		cycle_table_spread(&in->a.run[0], o->spread[0], in->names);
		cycle_table_spread(&in->b.run[0], o->spread[1], in->names);
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

static const char usage[] =
    "usage: trace-align [-hqV] [-o FILE] [OPTION]... A B\n"
    "Align the kernels of two cycles from trace-cycles; A is the baseline.\n"
    "A and B are tables, or several separated by commas, one for each run; with\n"
    "--cycle A,B both cycles may be in one table.\n"
    "\n"
    "  -h, --help             print this help\n"
    "  -o, --output FILE      write the rows to FILE instead of standard output\n"
    "  -q, --quiet            print only the messages of exit status 2\n"
    "  -V, --version          print the version\n"
    "      --all              compare all pairs of cycles that are alike\n"
    "      --by-fusion        print one row for each kind of change\n"
    "      --cycle A[,B]      compare these cycles if a table has several\n"
    "      --exit-zero        exit with 0 instead of 1\n"
    "      --fail-if BUDGET   exit with 1 if B certainly exceeds it: 'total>3%',\n"
    "                         'period>10us and family:gemm>5%'\n"
    "      --info A,B         tables of trace-info: name files and GPUs\n"
    "      --least SHARE      exit with 2 if less than this is matched (50%)\n"
    "      --pairs            list the pairs of cycles, the chosen one first\n"
    "      --pass-if BUDGET   exit with 1 unless it is certainly met: 'total<3%'\n"
    "      --phase PHASE      compare cycles of this phase, such as decode\n"
    "      --rules FILE       try these rules before the built-in ones\n"
    "      --spread A,B       tables of the spread over the repeats\n"
    "      --step             compare outermost cycles only\n"
    "      --summary FILE     write a summary of the comparison, as a table\n"
    "\n"
    "Every row of A and of B appears once, in the order of B; match is exact,\n"
    "similar, moved, removed (only in A) or added (only in B). One table may be\n"
    "'-'. Exit status: 0 success, 1 a table is empty or a budget exceeded,\n"
    "2 error, or the cycles are not alike.\n";

/* "3" or "3,1"; cuts the text in two. */
static void
set_cycles(void *p, const char *text)
{
	struct options *o = p;
	char *comma = strchr(text, ',');

	if (comma)
		*comma = 0;
	o->cycle_a = opt_int("--cycle", text, 1, INT64_MAX);
	if (comma)
		o->cycle_b = opt_int("--cycle", comma + 1, 1, INT64_MAX);
}

/* Two tables separated by a comma; cuts the text in two. */
static void
set_pair(void *p, const char *option, const char *text)
{
	struct options *o = p;
	char **pair = strcmp(option, "--info") == 0 ? o->info : o->spread;
	char *comma = strchr(text, ',');

	if (!comma || comma == text || !comma[1] || strchr(comma + 1, ','))
		opt_die("%s takes two tables, A,B, not '%s'", option, text);
	*comma = 0;
	pair[0] = (char *)text;
	pair[1] = comma + 1;
}

static void
read_budgets(struct options *o, struct opt_budgets *given)
{
	o->nbudgets = given->n;
	o->budgets = xcalloc(given->n + 1, sizeof *o->budgets);
	for (size_t i = 0; i < given->n; i++) {
		o->budgets[i].budget = given->p[i];
		if (!cycle_gate_takes(&given->p[i]))
			opt_refuse_budget(given, &given->p[i]);
	}
	free(given->p);
}

static void
check_operands(struct options *o, int n, char **operand)
{
	o->one_table = n == 1 && o->cycle_b != ANY_CYCLE;
	if (n != 2 && !o->one_table)
		opt_die("two tables are needed, A and B; %d given", n);
	if (n == 2 && strcmp(operand[0], "-") == 0 &&
	    strcmp(operand[1], "-") == 0)
		opt_die("only one of A and B can be standard input");
	if (o->output && o->summary && strcmp(o->output, o->summary) == 0)
		opt_die("--output and --summary must be two files");
	if (o->pairs && (o->by_fusion || o->summary || o->nbudgets))
		opt_die("--pairs prints a separate table");
	if (o->cycle_a != ANY_CYCLE &&
	    (o->all || o->wanted.phase || o->wanted.step))
		opt_die("--cycle excludes --all, --phase and --step");
}

/* The operands A and B, or A alone, are at argv[optind]. */
static void
parse_options(struct options *o, int argc, char **argv)
{
	struct opt_budgets budgets = {.such_as =
					  "'total>3%', 'family:gemm>5%' or "
					  "'period>10us and idle>1ms'"};
	int64_t least = 50000;
	const struct opt table[] = {
	    {"all", .on = &o->all},
	    {"by-fusion", .on = &o->by_fusion},
	    {"cycle", .call = set_cycles},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"fail-if", .budgets = &budgets},
	    {"info", .call_named = set_pair},
	    {"least", .us = &least, .percent = true, .high = 100000},
	    {"output", 'o', .text = &o->output},
	    {"pass-if", .budgets = &budgets},
	    {"pairs", .on = &o->pairs},
	    {"phase", .text = &o->wanted.phase},
	    {"quiet", 'q', .on = &o->quiet},
	    {"rules", .text = &o->rules},
	    {"spread", .call_named = set_pair},
	    {"step", .on = &o->wanted.step},
	    {"summary", .text = &o->summary},
	    {0},
	};

	*o = (struct options){.cycle_a = ANY_CYCLE, .cycle_b = ANY_CYCLE};
	opt_parse(argc, argv, usage, table, o);
	o->least = (double)least / (100 * 1000);
	read_budgets(o, &budgets);
	check_operands(o, argc - optind, argv + optind);
}

int
main(int argc, char **argv)
{
	struct options o;
	struct inputs in = {0};
	struct rules *rules;
	int status;

	parse_options(&o, argc, argv);
	rules = xrules_open(o.rules, NULL);
	cycle_gate_check_families(o.budgets, o.nbudgets, rules);
	side_open_tables(&in.a, argv[optind]);
	if (!o.one_table)
		side_open_tables(&in.b, argv[optind + 1]);
	status = run_into_files(&o, rules, &in);
	side_close_tables(&in.a);
	if (!o.one_table)
		side_close_tables(&in.b);
	rules_free(rules);
	free(o.budgets);
	return tool_finish(status);
}
