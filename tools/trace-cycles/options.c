#include <string.h>

#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "tools/trace-cycles/options.h"

enum {
	EARLY_REPS = 10,
	MOST = INT32_MAX /* of a number */
};

static const struct options defaults = {
    .how = {.limits = {.shortest = 1, .longest = MOST}}};

static const char usage[] =
    "usage: trace-cycles [-hlqV] [OPTION...] [FILE...]\n"
    "Find the repeating sequences of kernels in the events of trace-extract:\n"
    "steps, the layers inside them, and how long each kernel in them takes.\n"
    "\n"
    "      --also T=FILE   write another table T, such as list or events, to FILE\n"
    "      --early[=N]     stop when one cycle, N times in a row, covers 90 % (10)\n"
    "      --events        print the events, with their positions in cycles\n"
    "      --exit-zero     exit with 0 even if nothing repeats\n"
    "      --fingerprint   also list a number that identifies what a cycle runs\n"
    "  -h, --help          print this help\n"
    "  -l, --list          print one line for each cycle\n"
    "      --max-length N  ignore cycles of more than N kernels\n"
    "      --merged        merge all streams of a GPU\n"
    "      --min-length N  ignore cycles of fewer than N kernels\n"
    "      --names HOW     how names are compared: exact (default) or normalised\n"
    "      --outliers      print the repeats that take far longer, and why\n"
    "  -q, --quiet         do not print messages about the result\n"
    "      --repeats       print one line for each repeat\n"
    "      --segments      print one line for each repeat and each stretch between\n"
    "  -V, --version       print the version\n"
    "      --weak          also print cycles with weak evidence\n"
    "      --whole         all kernels of a GPU's longest stream are one step\n"
    "\n"
    "FILE: events, also gzipped; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 nothing repeats, 2 error.\n";

static void
add_also(void *p, const char *text)
{
	struct options *o = p;

	for (int i = 0; i < PRINT_TABLES; i++) {
		size_t n = strlen(print_names[i]);

		if (strncmp(text, print_names[i], n) == 0 && text[n] == '=' &&
		    text[n + 1]) {
			o->also[i] = text + n + 1;
			return;
		}
	}
	opt_die("--also takes a table and a file, such as "
		"list=cycles.tsv, not '%s'",
	    text);
}

static void
set_early(void *p, const char *text)
{
	struct options *o = p;

	o->early = EARLY_REPS;
	if (text)
		o->early = (size_t)opt_int("--early", text, 2, INT32_MAX);
}

static void
set_names(void *p, const char *how)
{
	struct options *o = p;

	o->how.normalised =
	    strcmp(how, "normalised") == 0 || strcmp(how, "normalized") == 0;
	if (!o->how.normalised && strcmp(how, "exact") != 0)
		opt_die("--names takes exact or normalised, not '%s'", how);
}

/* The table that was asked for; there is room for one. */
static enum print_table
only_table(const bool asked[PRINT_TABLES])
{
	enum print_table table = PRINT_POSITIONS;

	for (int i = 0; i < PRINT_TABLES; i++) {
		if (asked[i] && table != PRINT_POSITIONS)
			opt_die("--events, --list, --outliers, --repeats and "
				"--segments are mutually exclusive");
		if (asked[i])
			table = i;
	}
	return table;
}

struct options
options_parse(int argc, char **argv)
{
	struct options o = defaults;
	struct cycle_limits *limits = &o.how.limits;
	bool asked[PRINT_TABLES] = {false};
	const struct opt table[] = {
	    {"also", .call = add_also, .times = OPT_LIST},
	    {"early", .call = set_early, .value = OPT_VALUE_OPTIONAL},
	    {"events", .on = &asked[PRINT_EVENTS]},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"fingerprint", .on = &o.fingerprints},
	    {"list", 'l', .on = &asked[PRINT_LIST]},
	    {"max-length", .size = &limits->longest, .low = 1, .high = MOST},
	    {"merged", .on = &o.how.merged},
	    {"min-length", .size = &limits->shortest, .low = 1, .high = MOST},
	    {"names", .call = set_names},
	    {"outliers", .on = &asked[PRINT_OUTLIERS]},
	    {"quiet", 'q', .on = &o.quiet},
	    {"repeats", .on = &asked[PRINT_REPEATS]},
	    {"segments", .on = &asked[PRINT_SEGMENTS]},
	    {"weak", .on = &o.weak},
	    {"whole", .on = &limits->one_step},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	if (limits->shortest > limits->longest)
		opt_die("--min-length is more than --max-length");
	o.table = only_table(asked);
	if (o.fingerprints && o.table != PRINT_LIST && !o.also[PRINT_LIST])
		opt_die("--fingerprint needs --list");
	o.limited = limits->shortest > 1 || limits->longest < MOST;
	return o;
}
