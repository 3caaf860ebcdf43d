#include <getopt.h>
#include <string.h>

#include "common/cli/opt.h"
#include "tools/trace-cycles/options.h"

enum { EARLY_REPS = 10 };

static const struct options defaults = {
    .how = {.limits = {.shortest = 1, .longest = INT32_MAX, .reps = 2}}};

static const char usage[] =
    "usage: trace-cycles [-hlqV] [OPTION...] [FILE...]\n"
    "Find the repeating sequences of kernels in the events of trace-extract:\n"
    "steps, the layers inside them, and how long each kernel in them takes.\n"
    "\n"
    "      --early[=N]     stop reading when one cycle, N times in a row, is "
    "all (10)\n"
    "      --events        print the events back, with where they are in "
    "cycles\n"
    "      --exit-zero     exit with 0 also when nothing repeats\n"
    "  -h, --help          print this help\n"
    "  -l, --list          print one line a cycle\n"
    "      --max-length N  take no cycle of more than N kernels\n"
    "      --merged        take all streams of a GPU as one\n"
    "      --min-length N  take no cycle of fewer than N kernels\n"
    "      --min-reps N    take none that repeats fewer times in a row (2)\n"
    "      --names HOW     compare names 'exact' (default) or 'normalised'\n"
    "      --partial       take repeats that are cut off for repeats, too\n"
    "  -q, --quiet         say nothing of the answer on standard error\n"
    "      --repeats       print one line a repeat\n"
    "      --segments      print one line a repeat and for what is around "
    "them\n"
    "  -V, --version       print the version\n"
    "      --weak          print cycles for which the evidence is weak, too\n"
    "\n"
    "FILE: events, also gzipped; standard input if none or '-'.\n"
    "Exit status: 0 done, 1 nothing repeats, 2 could not.\n";

enum {
	OPT_EARLY = OPT_OWN,
	OPT_EVENTS,
	OPT_MAX_LENGTH,
	OPT_MERGED,
	OPT_MIN_LENGTH,
	OPT_MIN_REPS,
	OPT_NAMES,
	OPT_PARTIAL,
	OPT_REPEATS,
	OPT_SEGMENTS,
	OPT_WEAK
};

static bool
wants_normalised(const char *how)
{
	if (strcmp(how, "normalised") == 0 || strcmp(how, "normalized") == 0)
		return true;
	if (strcmp(how, "exact") != 0)
		opt_die("--names wants exact or normalised, not '%s'", how);
	return false;
}

/* One table is all that there is room for. */
static void
set_table(struct options *o, enum print_table table)
{
	if (o->table != PRINT_POSITIONS && o->table != table)
		opt_die("--events, --list, --repeats and --segments are "
			"tables of their own: ask for one");
	o->table = table;
}

static size_t
length_of(const char *option, const char *text, int64_t least)
{
	return (size_t)opt_int(option, text, least, INT32_MAX);
}

static bool
is_limited(const struct cycle_limits *limits)
{
	const struct cycle_limits *none = &defaults.how.limits;

	return limits->shortest > none->shortest ||
	    limits->longest < none->longest || limits->reps > none->reps;
}

struct options
options_parse(int argc, char **argv)
{
	static const struct option table[] = {
	    {"early", optional_argument, NULL, OPT_EARLY},
	    {"events", no_argument, NULL, OPT_EVENTS},
	    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
	    {"help", no_argument, NULL, 'h'},
	    {"list", no_argument, NULL, 'l'},
	    {"max-length", required_argument, NULL, OPT_MAX_LENGTH},
	    {"merged", no_argument, NULL, OPT_MERGED},
	    {"min-length", required_argument, NULL, OPT_MIN_LENGTH},
	    {"min-reps", required_argument, NULL, OPT_MIN_REPS},
	    {"names", required_argument, NULL, OPT_NAMES},
	    {"partial", no_argument, NULL, OPT_PARTIAL},
	    {"quiet", no_argument, NULL, 'q'},
	    {"repeats", no_argument, NULL, OPT_REPEATS},
	    {"segments", no_argument, NULL, OPT_SEGMENTS},
	    {"version", no_argument, NULL, 'V'},
	    {"weak", no_argument, NULL, OPT_WEAK},
	    {NULL, 0, NULL, 0},
	};
	struct options o = defaults;
	struct cycle_limits *limits = &o.how.limits;
	int c;

	while ((c = getopt_long(argc, argv, "hlqV", table, NULL)) != -1)
		switch (c) {
		case OPT_EARLY:
			o.early = (size_t)opt_int_or(
			    EARLY_REPS, "--early", optarg, 2, INT32_MAX);
			break;
		case OPT_EVENTS:
			set_table(&o, PRINT_EVENTS);
			break;
		case OPT_EXIT_ZERO:
			o.exit_zero = true;
			break;
		case 'h':
			opt_help(usage);
		case 'l':
			set_table(&o, PRINT_LIST);
			break;
		case OPT_MAX_LENGTH:
			limits->longest = length_of("--max-length", optarg, 1);
			break;
		case OPT_MERGED:
			o.how.merged = true;
			break;
		case OPT_MIN_LENGTH:
			limits->shortest = length_of("--min-length", optarg, 1);
			break;
		case OPT_MIN_REPS:
			limits->reps = length_of("--min-reps", optarg, 2);
			break;
		case OPT_NAMES:
			o.how.normalised = wants_normalised(optarg);
			break;
		case OPT_PARTIAL:
			o.choice.partial = true;
			break;
		case 'q':
			o.quiet = true;
			break;
		case OPT_REPEATS:
			set_table(&o, PRINT_REPEATS);
			break;
		case OPT_SEGMENTS:
			set_table(&o, PRINT_SEGMENTS);
			break;
		case 'V':
			opt_version();
		case OPT_WEAK:
			o.choice.weak = true;
			break;
		default:
			opt_wrong();
		}
	if (limits->shortest > limits->longest)
		opt_die("--min-length is more than --max-length");
	o.limited = is_limited(limits);
	return o;
}
