#include <unistd.h>

#include "common/cli/die.h"
#include "common/cli/tool.h"
#include "common/times/significance.h"
#include "tools/trace-compare/options.h"

/* By default, a difference is one if it exceeds `least` and `relative`. */
static const struct options defaults = {
    .least = {AMOUNT_TIME, VERDICT_FLOOR_NS},
    .relative = {AMOUNT_PERCENT, VERDICT_FLOOR_PERCENT *INT64_C(1000)},
    .budgets = {.such_as = "'total>3%' or 'key:NAME>10us'"},
};

/* The rules of the classic reports: of operations, and of layers. */
static const struct rule {
	const char *name;
	struct amount least, relative;
} rules[] = {
    {"operations", {AMOUNT_TIME, 5000000}, {AMOUNT_PERCENT, 0}},
    {"layers", {AMOUNT_TIME, 100000}, {AMOUNT_PERCENT, 20000}},
};

static const char usage[] =
    "usage: trace-compare [-hqV] -k COLUMNS [OPTION...] [LABEL=]A [LABEL=]B ...\n"
    "Join tables, not traces, by keys: both values, difference, ratio, status.\n"
    "\n"
    "  -h, --help            print this help\n"
    "  -k, --keys COLUMNS    the columns that identify a row: name,stream\n"
    "  -q, --quiet           print no warnings\n"
    "  -V, --version         print the version\n"
    "      --abs AMOUNT      the same up to this difference (0.2us for times)\n"
    "      --csv             the tables are CSV (default: the first line decides)\n"
    "      --exit-zero       exit with 0 even if a budget is exceeded\n"
    "      --fail-if BUDGET  exit with 1 if exceeded: 'total>3%', 'key:NAME>5us',\n"
    "                        'any>10% and any>1ms', 'status:slower>0'\n"
    "      --order ORDER     delta (largest first), input, key or value\n"
    "      --pass-if BUDGET  exit with 1 unless it holds for sure: 'total<3%'\n"
    "      --rel PERCENT     the same up to this share of the smaller (2%)\n"
    "      --rule NAME       --abs and --rel of classic reports: operations, layers\n"
    "      --total           a row of totals at the end\n"
    "      --tsv             the tables are TSV\n"
    "      --value COLUMNS   the columns to compare: sum_us,mean_us=sum_us/count\n"
    "\n"
    "The first table is the baseline. If only A is given, B is standard input.\n"
    "Exit status: 0 success, 1 a budget is exceeded, 2 error.\n";

static void
set_least(void *p, const char *text)
{
	struct options *o = p;

	if (amount_parse(&o->least, span_of(text)) || o->least.n < 0 ||
	    o->least.unit == AMOUNT_PERCENT)
		opt_die(
		    "--abs takes an amount such as 5ms or 10, not '%s'", text);
	o->given_least = o->chosen = true;
}

static void
set_rule(void *p, const char *text)
{
	struct options *o = p;

	for (size_t i = 0; i < COUNT(rules); i++) {
		if (strcmp(text, rules[i].name) != 0)
			continue;
		o->least = rules[i].least;
		o->relative = rules[i].relative;
		o->given_least = o->chosen = o->alone = true;
		return;
	}
	opt_die("--rule takes operations or layers, not '%s'", text);
}

/* Those without a label are called a, b, c ... */
static void
set_sides(struct options *o, char *const *operands, int n)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";

	if (n == 0)
		opt_die("two tables are needed");
	if (n > MOST_TABLES)
		opt_die("more than %d tables", MOST_TABLES);
	opt_labels(o->side, operands, n);
	if (n == 1)
		o->side[n++].path = "-";
	for (int i = 0; i < n; i++) {
		if (o->side[i].label.n)
			continue;
		if (i >= (int)sizeof letters - 1)
			opt_die("more than 26 tables need labels: LABEL=%s",
			    o->side[i].path);
		o->side[i].label = (struct span){letters + i, 1};
	}
	opt_labels_differ(o->side, n);
	o->sides = (size_t)n;
}

struct options
options_read(int argc, char **argv)
{
	static const char *const orders[] = {
	    "delta", "input", "key", "value", NULL};
	struct options o = defaults;
	int64_t relative = -1;
	bool csv = false, tsv = false;
	const struct opt table[] = {
	    {"abs", .call = set_least},
	    {"csv", .on = &csv},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"fail-if", .budgets = &o.budgets},
	    {"keys", 'k', .text = &o.keys},
	    {"order", .choice = &o.order, .words = orders},
	    {"pass-if", .budgets = &o.budgets},
	    {"quiet", 'q', .on = &o.quiet},
	    {"rel", .us = &relative, .percent = true, .high = JUDGE_PERCENT},
	    {"rule", .call = set_rule},
	    {"total", .on = &o.total},
	    {"tsv", .on = &tsv},
	    {"value", .text = &o.values},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	if (relative >= 0) {
		o.relative.n = relative;
		o.chosen = true;
	}
	if (csv && tsv)
		opt_die("--csv and --tsv are mutually exclusive");
	o.format = csv ? TABLE_CSV : tsv ? TABLE_TSV : TABLE_TOLD;
	if (!o.keys)
		opt_die("-k is needed: the columns that identify a row");
	set_sides(&o, argv + optind, argc - optind);
	return o;
}
