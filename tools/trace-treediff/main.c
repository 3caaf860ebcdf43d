/*
 * trace-treediff - two trees of calls as one, and what each difference costs
 *
 * See merged_tree.h and matcher.h for which calls belong together, and
 * work_cells.h for what a difference is.
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/fixed.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-treediff/ancestors.h"
#include "tools/trace-treediff/print_difference.h"
#include "tools/trace-treediff/tree_side.h"

enum { NO_MAP = -1 };

struct options {
	bool ancestors, arguments, compat, stats, text, pruned;
	int map; /* enum op_map_kind, or NO_MAP */
	bool quiet;
	struct opt_budgets budgets;
};

static void
print(const struct options *o, const struct report *r,
    const struct ancestors *all, struct tsvw *out)
{
	if (o->text)
		print_merged_text(r, o->pruned);
	else if (o->map != NO_MAP)
		op_map_print(r, o->map);
	else if (o->stats)
		print_stats(out, r);
	else if (o->arguments)
		print_arguments(out, r);
	else if (o->ancestors)
		ancestors_print(out, all);
	else
		print_merged_rows(out, r);
	xtsvw_flush(out);
}

/* Warnings of roots in one tree only; STATUS_NO if there is no operator. */
static int
report(const struct options *o, const struct merge *m, char **path)
{
	size_t roots[3] = {0};

	for (size_t i = 0; i < m->n; i++)
		if (m->node[i].parent == SIDE_NONE)
			roots[merge_kind(&m->node[i])]++;
	if (m->n == 0) {
		if (!o->quiet)
			warn("%s, %s: no operator in the trees", path[0],
			    path[1]);
		return STATUS_NO;
	}
	for (int k = MERGE_A; k <= MERGE_B && !o->quiet; k++)
		if (roots[k])
			warn("%s: %zu roots have no counterpart",
			    path[k - MERGE_A], roots[k]);
	return STATUS_OK;
}

/*
 * A budget means nothing without work, or where no less is left out of a tree
 * than is compared: half a tree takes less time than the whole.
 */
static void
check_budgets(const struct options *o, const struct ancestors *all, char **path)
{
	const struct stats *stats = &all->report->stats;
	size_t events[2] = {0};
	double share[2];
	struct span name;

	for (size_t i = 0; i < stats->n; i++)
		events[stats->stat[i].second]++;
	for (int k = 0; k < 2; k++)
		if (!events[k])
			die("%s: no work of a GPU: nothing to judge", path[k]);
	ancestors_compared(all, share);
	if (share[0] <= 0.5 || share[1] <= 0.5)
		die("%s, %s: %.1f %% and %.1f %% of the work is below calls "
		    "with work in both trees: no budget can be judged",
		    path[0], path[1], 100 * share[0], 100 * share[1]);
	for (size_t i = 0; i < o->budgets.n; i++)
		if (budget_lacks(
			&o->budgets.p[i], tree_gate_has_name, all, &name))
			warn("%.*s: no work belongs to a '%.*s' in either "
			     "tree: nothing was checked",
			    (int)o->budgets.p[i].text.n, o->budgets.p[i].text.p,
			    (int)name.n, name.p);
}

/* Tells of each budget that is not kept. */
static int
judge(const struct options *o, const struct ancestors *all)
{
	int status = STATUS_OK;

	for (size_t i = 0; i < o->budgets.n; i++) {
		const struct budget *b = &o->budgets.p[i];
		struct breach m;
		char text[FIXED_MAX];

		if (!gate_fails(tree_gate_judge(b, all, &m), b->pass))
			continue;
		warn("%.*s: %.*s%s%.*s us", (int)b->text.n, b->text.p,
		    (int)m.name.n, m.name.n ? m.name.p : "",
		    m.name.n ? ": " : "", (int)fixed_print_us(text, m.b - m.a),
		    text);
		status = STATUS_NO;
	}
	return status;
}

/* Both trees are of one run. */
static void
tell_floor(const struct options *o)
{
	if (!o->quiet && (o->budgets.n || (o->ancestors && !o->compat)))
		warn("no spread is known: " VERDICT_FLOOR_SAID);
}

static int
compare(const struct options *o, char **path)
{
	static struct tsvw out;
	enum compared_form form =
	    o->compat ? COMPARED_REFERENCE : COMPARED_EXACT;
	struct pool *texts = pool_new();
	struct side a, b;
	struct merge merge;
	struct ancestors all = {0};
	struct report r = {
	    .merge = &merge, .side = {&a, &b}, .reference = o->compat};
	int status;

	side_read(&a, path[0], texts, form);
	side_read(&b, path[1], texts, form);
	merge_trees(&merge, &a, &b, r.reference);
	stats_find(&r);
	if (o->ancestors || o->budgets.n)
		ancestors_find(&all, &r);
	if (o->budgets.n)
		check_budgets(o, &all, path);
	tsvw_init(&out, STDOUT_FILENO);
	print(o, &r, &all, &out);
	status = report(o, &merge, path);
	tell_floor(o);
	if (status == STATUS_OK)
		status = judge(o, &all);
	free(all.p);
	free(r.stats.stat);
	free(merge.node);
	free(a.node);
	free(b.node);
	pool_free(texts);
	return status;
}

static const char usage[] =
    "usage: trace-treediff [-hqV] [OPTION...] A B\n"
    "Merge two call trees, as trace-tree prints them, and show which calls are in\n"
    "only one of them, and what each difference costs on the GPU.\n"
    "\n"
    "      --ancestors  print the cost of each lowest common ancestor\n"
    "      --arguments  print the work below differences, by operator and arguments\n"
    "      --compat reference\n"
    "                   match and print as TraceLens does\n"
    "      --exit-zero  exit with 0 instead of 1\n"
    "      --fail-if BUDGET\n"
    "                   exit with 1 if exceeded: 'total>3%', 'key:NAME>5us',\n"
    "                   'any>10% and any>1ms'\n"
    "  -h, --help       print this help\n"
    "      --map WHICH  print the kernels of each operator as JSON: both, a or b\n"
    "      --pass-if BUDGET\n"
    "                   exit with 1 unless it holds: 'total<3%'\n"
    "      --pruned     as text: leave out calls that led to no work\n"
    "  -q, --quiet      do not report roots without a counterpart\n"
    "      --stats      print the GPU work below each difference\n"
    "      --text       print the merged tree as text\n"
    "  -V, --version    print the version\n"
    "\n"
    "A, B: tables of trace-tree, one of which may be '-' for standard input.\n"
    "Exit status: 0 success, 1 nothing to compare or a budget\n"
    "exceeded, 2 error.\n";

static struct options
parse_options(int argc, char **argv)
{
	static const char *const kinds[] = {"reference", NULL};
	static const char *const maps[] = {"both", "a", "b", NULL};
	struct options o = {.map = NO_MAP,
	    .budgets = {.such_as = "'total>3%' or 'key:NAME>10us'"}};
	const struct opt table[] = {
	    {"ancestors", .on = &o.ancestors},
	    {"arguments", .on = &o.arguments},
	    {"compat", .on = &o.compat, .words = kinds},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"fail-if", .budgets = &o.budgets},
	    {"map", .choice = &o.map, .words = maps},
	    {"pass-if", .budgets = &o.budgets},
	    {"pruned", .on = &o.pruned},
	    {"quiet", 'q', .on = &o.quiet},
	    {"stats", .on = &o.stats},
	    {"text", .on = &o.text},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	opt_check_budgets(&o.budgets, tree_gate_check, NULL);
	if (argc - optind != 2)
		opt_die("two tables are needed");
	if (o.ancestors + o.arguments + o.stats + o.text + (o.map != NO_MAP) >
	    1)
		opt_die("--ancestors, --arguments, --map, --stats and --text "
			"are mutually exclusive");
	return o;
}

int
main(int argc, char **argv)
{
	struct options o = parse_options(argc, argv);
	int status = compare(&o, argv + optind);

	free(o.budgets.p);
	return tool_finish(status);
}
