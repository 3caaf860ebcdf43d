/*
 * trace-compare - two or more tables side by side, by keys
 *
 * An outer join: rows with the same key are added up first, in whole numbers of
 * their smallest decimals (decimal.h), so the differences of all rows add up to
 * the difference of the totals, to the last digit.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-compare/compare.h"

/*
 * What a difference must exceed to be called one, if nothing else is said: the
 * floor below which one run of a program differs from the next.
 */
static const struct options defaults = {
    .least = {AMOUNT_TIME, 200},
    .relative = {AMOUNT_PERCENT, 2000},
};

/* The rules of the classic reports: of operations, and of layers. */
static const struct rule {
	const char *name;
	struct amount least, relative;
} rules[] = {
    {"operations", {AMOUNT_TIME, 5000000}, {AMOUNT_PERCENT, 0}},
    {"layers", {AMOUNT_TIME, 100000}, {AMOUNT_PERCENT, 20000}},
};

/* The thresholds, for the first value; that of time only if it is one. */
static struct threshold
threshold_for(const struct options *o, const struct value *v)
{
	struct threshold t = {0, o->relative.n};

	if (judge_amount(v->about, o->least, &t.least) == 0)
		return t;
	if (o->given_least)
		opt_die("--abs: the unit does not fit the column '%.*s'",
		    (int)v->name.n, v->name.p);
	t.least = 0;
	return t;
}

static void
check_budgets(const struct options *o, const struct value *v)
{
	for (int i = 0; i < o->budgets; i++) {
		const struct limits *b = &o->budget[i];
		const char *wrong = gate_check(b, v);

		if (wrong)
			opt_die("--fail-if '%.*s': %s", (int)b->text.n,
			    b->text.p, wrong);
	}
}

/* A budget means nothing where a side has no rows. */
static void
check_sides(const struct options *o, const struct join *join)
{
	for (size_t i = 0; i < o->sides; i++)
		if (!join_has_rows(join, i))
			die("%s: no rows: nothing to judge", o->side[i].path);
}

static void
tell_breach(const struct options *o, const struct plan *plan,
    const struct comparison *c, const struct limits *b, size_t other,
    const struct breach *breach)
{
	struct scale scale = join_scale(c->join, c->value);
	struct span key = {NULL, 0}, name = plan->value[0].name;
	char text[DECIMAL_MAX];
	decimal delta = breach->b - breach->a;
	size_t n;

	if (span_starts(b->term[0].subject, "status:")) {
		scale = (struct scale){true, 0, 0};
		name = span_of("rows");
	}
	if (breach->row != POOL_NONE)
		key = pool_get(c->join->keys, breach->row);
	n = decimal_print(text, delta, scale.most, false);
	warn("%.*s: %.*s: %.*s%s%.*s %.*s", (int)b->text.n, b->text.p,
	    (int)o->side[other].label.n, o->side[other].label.p,
	    key.n > 80 ? 80 : (int)key.n, key.n ? key.p : "", key.n ? ": " : "",
	    (int)n, text, (int)name.n, name.p);
}

/* How many budgets are exceeded; tells of each. */
static int
judge_budgets(const struct options *o, const struct plan *plan,
    const struct comparison *c)
{
	struct breach breach;
	int n = 0;

	for (int i = 0; i < o->budgets; i++) {
		for (size_t t = 1; t < o->sides; t++) {
			if (!gate_exceeded(&o->budget[i], c, t, &breach))
				continue;
			tell_breach(o, plan, c, &o->budget[i], t, &breach);
			n++;
		}
	}
	return n;
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
			warn("%zu keys have several rows, and %.*s does not "
			     "add up: left empty there",
			    n, (int)v->name.n, v->name.p);
	}
}

static void
print_rows(struct tsvw *out, const struct options *o, const struct plan *plan,
    const struct comparison *c)
{
	uint32_t *row = rows_in_order(c->join, c->value, o->order);

	if (!row)
		die_memory();
	for (uint32_t i = 0; i < pool_count(c->join->keys); i++)
		print_row(out, o, plan, c->threshold, c->join, row[i]);
	if (o->total)
		print_total(out, o, plan, c->total);
	xtsvw_flush(out);
	free(row);
}

static int
run(const struct options *o, struct tsvw *out)
{
	struct pool *names = xpool_new();
	struct join join, total;
	struct plan plan;
	struct threshold threshold;
	struct comparison c = {&join, &total, NULL, &threshold};
	int exceeded;

	read_tables(o, &plan, &join, names);
	c.value = plan.value;
	threshold = threshold_for(o, c.value);
	check_budgets(o, c.value);
	if (total_of(&total, &join))
		die("the totals are too large, or out of memory");
	if (o->budgets)
		check_sides(o, &join);
	compare_print_header(out, o, &plan);
	print_rows(out, o, &plan, &c);
	if (!o->quiet)
		tell_ambiguous(&plan, &join);
	exceeded = judge_budgets(o, &plan, &c);
	join_free(&total);
	join_free(&join);
	plan_free(&plan);
	pool_free(names);
	return exceeded ? STATUS_NO : STATUS_OK;
}

static const char usage[] =
    "usage: trace-compare [-hqV] -k COLUMNS [OPTION...] [LABEL=]A [LABEL=]B "
    "...\n"
    "Put tables side by side, by keys: both values, difference, ratio, "
    "status.\n"
    "\n"
    "  -h, --help            print this help\n"
    "  -k, --keys COLUMNS    what makes two rows the same, as name,stream\n"
    "  -q, --quiet           do not tell of values that do not add up\n"
    "  -V, --version         print the version\n"
    "      --abs AMOUNT      similar up to this difference (0.2us, of times)\n"
    "      --csv             the tables are CSV (else: as their first line "
    "tells)\n"
    "      --exit-zero       exit with 0 where a budget is exceeded\n"
    "      --fail-if BUDGET  exit with 1 if exceeded: 'total>3%', "
    "'key:NAME>5us',\n"
    "                        'any>10% and any>1ms', 'status:slower>0'\n"
    "      --order ORDER     delta (the greatest first), input, key or value\n"
    "      --rel PERCENT     similar up to this share of the smaller (2%)\n"
    "      --rule NAME       both as in classic reports: operations, layers\n"
    "      --total           a row of totals at the end\n"
    "      --tsv             the tables are TSV\n"
    "      --value COLUMNS   what is compared, as sum_us,mean_us=sum_us/count\n"
    "\n"
    "The first table is the baseline; of one, the other is standard input.\n"
    "Exit status: 0 success, 1 a budget is exceeded, 2 error.\n";

enum {
	OPT_ABS = OPT_OWN,
	OPT_CSV,
	OPT_FAIL_IF,
	OPT_ORDER,
	OPT_REL,
	OPT_RULE,
	OPT_TOTAL,
	OPT_TSV,
	OPT_VALUE
};

static struct amount
parse_amount(const char *option, const char *text)
{
	struct amount a;

	if (amount_parse(&a, span_of(text)) || a.n < 0 ||
	    a.unit == AMOUNT_PERCENT)
		opt_die(
		    "%s wants an amount, as 5ms or 10, not '%s'", option, text);
	return a;
}

static struct amount
parse_share(const char *option, const char *text)
{
	struct amount a;

	if (amount_parse(&a, span_of(text)) || a.unit == AMOUNT_TIME ||
	    a.n < 0 || a.n > JUDGE_PERCENT)
		opt_die("%s wants a percentage up to 1000, as 20%%, not '%s'",
		    option, text);
	return a;
}

static enum order
parse_order(const char *text)
{
	static const char *const names[] = {"delta", "input", "key", "value"};

	for (int i = 0; i < 4; i++)
		if (strcmp(text, names[i]) == 0)
			return (enum order)i;
	opt_die("--order wants delta, input, key or value, not '%s'", text);
}

static void
set_rule(struct options *o, const char *text)
{
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		if (strcmp(text, rules[i].name) != 0)
			continue;
		o->least = rules[i].least;
		o->relative = rules[i].relative;
		o->given_least = true;
		return;
	}
	opt_die("--rule wants operations or layers, not '%s'", text);
}

/* The gate looks for what is larger than before, not for what is smaller. */
static bool
has_below(const struct limits *b)
{
	for (int i = 0; i < b->terms; i++)
		if (b->term[i].below)
			return true;
	return false;
}

static void
add_budget(struct options *o, const char *text)
{
	struct limits *b = &o->budget[o->budgets];

	if (o->budgets == MOST_BUDGETS)
		opt_die("more than %d budgets", MOST_BUDGETS);
	if (limits_parse(b, text) || has_below(b))
		opt_die("--fail-if wants a budget, as 'total>3%%' or "
			"'any>10us', not '%s'",
		    text);
	o->budgets++;
}

static void
set_option(struct options *o, int c)
{
	switch (c) {
	case OPT_ABS:
		o->least = parse_amount("--abs", optarg);
		o->given_least = true;
		break;
	case OPT_CSV:
		o->format = TABLE_CSV;
		break;
	case OPT_EXIT_ZERO:
		o->exit_zero = true;
		break;
	case OPT_FAIL_IF:
		add_budget(o, optarg);
		break;
	case 'h':
		opt_help(usage);
	case 'k':
		o->keys = optarg;
		break;
	case OPT_ORDER:
		o->order = parse_order(optarg);
		break;
	case 'q':
		o->quiet = true;
		break;
	case OPT_REL:
		o->relative = parse_share("--rel", optarg);
		break;
	case OPT_RULE:
		set_rule(o, optarg);
		break;
	case OPT_TOTAL:
		o->total = true;
		break;
	case OPT_TSV:
		o->format = TABLE_TSV;
		break;
	case OPT_VALUE:
		o->values = optarg;
		break;
	case 'V':
		opt_version();
	default:
		opt_wrong();
	}
}

/* LABEL=FILE; a name with '=' behind a '/' is a file. Else a, b, c ... */
static void
add_side(struct options *o, const char *operand)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
	const char *equal = strchr(operand, '=');
	struct side *s = &o->side[o->sides];

	if (o->sides == MOST_TABLES)
		opt_die("more than %d tables", MOST_TABLES);
	s->path = operand;
	if (equal && equal > operand &&
	    !memchr(operand, '/', (size_t)(equal - operand))) {
		s->label = (struct span){operand, (size_t)(equal - operand)};
		s->path = equal + 1;
	} else if (o->sides < sizeof letters - 1) {
		s->label = (struct span){letters + o->sides, 1};
	} else {
		opt_die("more than 26 tables want labels: LABEL=%s", operand);
	}
	for (size_t i = 0; i < o->sides; i++)
		if (span_equal(o->side[i].label, s->label))
			opt_die("two tables are called '%.*s'", (int)s->label.n,
			    s->label.p);
	o->sides++;
}

static struct options
parse_options(int argc, char **argv)
{
	static const struct option table[] = {
	    {"abs", required_argument, NULL, OPT_ABS},
	    {"csv", no_argument, NULL, OPT_CSV},
	    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
	    {"fail-if", required_argument, NULL, OPT_FAIL_IF},
	    {"help", no_argument, NULL, 'h'},
	    {"keys", required_argument, NULL, 'k'},
	    {"order", required_argument, NULL, OPT_ORDER},
	    {"quiet", no_argument, NULL, 'q'},
	    {"rel", required_argument, NULL, OPT_REL},
	    {"rule", required_argument, NULL, OPT_RULE},
	    {"total", no_argument, NULL, OPT_TOTAL},
	    {"tsv", no_argument, NULL, OPT_TSV},
	    {"value", required_argument, NULL, OPT_VALUE},
	    {"version", no_argument, NULL, 'V'},
	    {NULL, 0, NULL, 0},
	};
	struct options o = defaults;
	int c;

	while ((c = getopt_long(argc, argv, "hk:qV", table, NULL)) != -1)
		set_option(&o, c);
	if (!o.keys)
		opt_die("-k is needed: the columns that make two rows the "
			"same");
	while (optind < argc)
		add_side(&o, argv[optind++]);
	if (o.sides == 0)
		opt_die("needs a table, and another one");
	if (o.sides == 1)
		add_side(&o, "-");
	return o;
}

int
main(int argc, char **argv)
{
	static struct tsvw out;
	static struct options o;
	int status;

	tool_start(argv);
	o = parse_options(argc, argv);
	tsvw_init(&out, STDOUT_FILENO);
	status = run(&o, &out);
	if (o.exit_zero)
		status = tool_exit_zero(status);
	return tool_finish(status);
}
