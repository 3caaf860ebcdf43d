/*
 * trace-cycles - find the repeating sequences among the kernels of a GPU trace
 *
 * Events are kept in memory, put in order of time, and divided by rank, device
 * and stream (lanes.h). What repeats on a stream is found there (cycles.h); the
 * cycles that hold most kernel time are printed (print.h).
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/die.h"
#include "common/opt.h"
#include "common/tool.h"
#include "common/x.h"
#include "tools/trace-cycles/print.h"

enum {
	MOST_CYCLES = 20 /* printed; more than a reader would compare */
};

struct options {
	bool events;
	bool exit_zero;
	bool quiet;
	enum print_table table;
	bool weak;
	struct lane_options how;
};

static const struct options defaults = {
    .how = {.limits = {.shortest = 1, .longest = INT32_MAX, .reps = 2}}};

/* --events: the input's header with more columns. */
static void
print_events_header(struct tsvw *out, const struct tsv *in)
{
	const char *const *added = print_event_columns;

	for (int i = 0; i < tsv_columns(in); i++)
		tsvw_field(out, tsv_name(in, i));
	for (; *added; added++) {
		if (xtsv_optional(in, *added) != TSV_MISSING)
			die("%s: there is a column %s already: cut it off "
			    "before",
			    tsv_file(in), *added);
		tsvw_text(out, span_of(*added));
	}
	xtsvw_end(out);
	xtsvw_flush(out);
}

/* Reads all kernels, and with --events all rows. */
static void
read_events(const struct options *o, struct tsv *in, struct events *e)
{
	while (xtsv_next(in))
		if ((o->events || event_is_kernel(e, in)) && event_add(e, in))
			die("%s", tsv_error(in));
	if (event_sort(e))
		die_memory();
}

/* The answer "no" in words. */
static int
tell(const struct options *o, const struct report *r, size_t dropped)
{
	if (r->n)
		return STATUS_OK;
	if (!o->quiet && r->lanes->n == 0)
		warn("no kernel in the input");
	else if (!o->quiet && dropped)
		warn("no cycle for which the evidence is strong; --weak shows "
		     "the others: %zu",
		    dropped);
	else if (!o->quiet)
		warn("no sequence of kernels repeats; trace-summary shows "
		     "single kernels");
	return STATUS_NO;
}

static void
print_table(struct tsvw *out, enum print_table table, const struct report *r)
{
	switch (table) {
	case PRINT_POSITIONS:
		print_positions(out, r);
		break;
	case PRINT_LIST:
		print_list(out, r);
		break;
	case PRINT_REPEATS:
		print_repeats(out, r);
	}
}

static int
run(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct events events;
	struct lanes lanes;
	struct choice choice = {MOST_CYCLES, o->weak};
	struct found *found;
	size_t dropped;
	struct report report = {&events, &lanes, NULL, 0, false};
	int rc;

	if (event_open(&events, in, o->events))
		die("%s", tsv_error(in));
	report.phases = events.column.phase != TSV_MISSING;
	if (o->events)
		print_events_header(out, in);
	else
		print_header(out, o->table, report.phases);
	read_events(o, in, &events);
	rc = lanes_find(&lanes, &events, &o->how);
	if (rc == -2)
		die("the durations add up to more than 292 years");
	if (rc ||
	    lanes_choose(&lanes, &events, choice, &found, &report.n, &dropped))
		die_memory();
	report.found = found;
	if (o->events)
		print_events(out, &report);
	else
		print_table(out, o->table, &report);
	xtsvw_flush(out);
	rc = tell(o, &report, dropped);
	free(found);
	lanes_free(&lanes);
	event_free(&events);
	return rc;
}

static const char usage[] =
    "usage: trace-cycles [-hlqV] [OPTION...] [FILE...]\n"
    "Find the repeating sequences of kernels in the events of trace-extract:\n"
    "steps, the layers inside them, and how long each kernel in them takes.\n"
    "\n"
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
    "  -q, --quiet         do not say why nothing is printed\n"
    "      --repeats       print one line a repeat\n"
    "  -V, --version       print the version\n"
    "      --weak          print cycles for which the evidence is weak, too\n"
    "\n"
    "FILE: events, also gzipped; standard input if none or '-'.\n"
    "Exit status: 0 done, 1 nothing repeats, 2 could not.\n";

enum {
	OPT_EVENTS = OPT_OWN,
	OPT_MAX_LENGTH,
	OPT_MERGED,
	OPT_MIN_LENGTH,
	OPT_MIN_REPS,
	OPT_NAMES,
	OPT_REPEATS,
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

static struct options
parse_options(int argc, char **argv)
{
	static const struct option table[] = {
	    {"events", no_argument, NULL, OPT_EVENTS},
	    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
	    {"help", no_argument, NULL, 'h'},
	    {"list", no_argument, NULL, 'l'},
	    {"max-length", required_argument, NULL, OPT_MAX_LENGTH},
	    {"merged", no_argument, NULL, OPT_MERGED},
	    {"min-length", required_argument, NULL, OPT_MIN_LENGTH},
	    {"min-reps", required_argument, NULL, OPT_MIN_REPS},
	    {"names", required_argument, NULL, OPT_NAMES},
	    {"quiet", no_argument, NULL, 'q'},
	    {"repeats", no_argument, NULL, OPT_REPEATS},
	    {"version", no_argument, NULL, 'V'},
	    {"weak", no_argument, NULL, OPT_WEAK},
	    {NULL, 0, NULL, 0},
	};
	struct options o = defaults;
	int c;

	while ((c = getopt_long(argc, argv, "hlqV", table, NULL)) != -1)
		switch (c) {
		case OPT_EVENTS:
			o.events = true;
			break;
		case OPT_EXIT_ZERO:
			o.exit_zero = true;
			break;
		case 'h':
			opt_help(usage);
		case 'l':
			o.table = PRINT_LIST;
			break;
		case OPT_MAX_LENGTH:
			o.how.limits.longest = (size_t)opt_int(
			    "--max-length", optarg, 1, INT32_MAX);
			break;
		case OPT_MERGED:
			o.how.merged = true;
			break;
		case OPT_MIN_LENGTH:
			o.how.limits.shortest = (size_t)opt_int(
			    "--min-length", optarg, 1, INT32_MAX);
			break;
		case OPT_MIN_REPS:
			o.how.limits.reps =
			    (size_t)opt_int("--min-reps", optarg, 2, INT32_MAX);
			break;
		case OPT_NAMES:
			o.how.normalised = wants_normalised(optarg);
			break;
		case 'q':
			o.quiet = true;
			break;
		case OPT_REPEATS:
			o.table = PRINT_REPEATS;
			break;
		case 'V':
			opt_version();
		case OPT_WEAK:
			o.weak = true;
			break;
		default:
			opt_wrong();
		}
	if (o.how.limits.shortest > o.how.limits.longest)
		opt_die("--min-length is more than --max-length");
	if (o.table != PRINT_POSITIONS && o.events)
		opt_die("--events is another table than --list and --repeats");
	return o;
}

int
main(int argc, char **argv)
{
	static struct tsvw out;
	struct options o;
	struct tsv *in;
	int status;

	tool_start(argv);
	o = parse_options(argc, argv);
	in = xtsv_open(argv + optind, argc - optind);
	tsvw_init(&out, STDOUT_FILENO);
	status = run(&o, in, &out);
	tsv_close(in);
	return tool_finish(o.exit_zero ? tool_exit_zero(status) : status);
}
