/*
 * trace-phase - label events or cycles prefill, decode or mixed, and select
 *
 * Cycles are labelled in cycles.c, events (a column ts_us) in events.c; judge.c
 * decides for both.
 */
#include <getopt.h>
#include <unistd.h>

#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-phase/cycles.h"
#include "tools/trace-phase/events.h"

static const struct options defaults = {
    .wanted = PHASE_EMPTY, .method = METHOD_BEST, .threshold = 10};

static int
run(const struct options *o, struct tsv *in, struct tsvw *out)
{
	if (xtsv_optional(in, "ts_us") == TSV_MISSING)
		return cycles_run(o, in, out);
	if (o->step)
		opt_die("--step is for cycles, and these are events");
	if (o->select && o->wanted == PHASE_EMPTY)
		opt_die("--select auto is for cycles, and these are events");
	return events_run(o, in, out);
}

static const char usage[] =
    "usage: trace-phase [-hqV] [-m METHOD] [-s PHASE [--step]] [FILE...]\n"
    "Label events or cycles prefill, decode, mixed or unknown, and say why.\n"
    "\n"
    "      --decode-threshold N  most tokens at once of a decode step (10)\n"
    "      --exit-zero           exit with 0 when the phase is absent\n"
    "  -h, --help                print this help\n"
    "  -m, --method METHOD       go by one kind of evidence: repetition (of\n"
    "                            cycles), annotation, kernel_names, hybrid,\n"
    "                            attention_patterns, framework_apis,\n"
    "                            operation_frequency, gemm_params\n"
    "  -q, --quiet               do not say that a phase is absent or a guess\n"
    "  -s, --select PHASE        keep the events of a phase, or one cycle, "
    "the\n"
    "                            layer; auto: decode, else what covers most\n"
    "      --step                keep the step, not the layer\n"
    "  -V, --version             print the version\n"
    "\n"
    "Evidence, strongest first: annotations, which trace-link brings; kernels;\n"
    "position; time; shapes; number of steps. Contradictions are unknown. Events\n"
    "have the phase of their step if trace-cycles has told it. A label already\n"
    "there stands. FILE: events or cycles, standard input if none or '-'.\n"
    "Exit status: 0 done, 1 phase absent, 2 could not.\n";

static enum phase
parse_wanted(const char *text)
{
	enum phase p = phase_parse(span_of(text));

	if (p != PHASE_EMPTY && p != PHASE_OTHER)
		return p;
	if (!span_is(span_of(text), "auto"))
		opt_die("--select wants prefill, decode, mixed, unknown or "
			"auto, not '%s'",
		    text);
	return PHASE_EMPTY;
}

/* Are the names equal, a hyphen being as good as an underscore? */
static bool
same_name(const char *a, const char *b)
{
	for (; *a && *b; a++, b++)
		if (*a != *b && !(*a == '_' && *b == '-'))
			return false;
	return *a == *b;
}

static enum method
parse_method(const char *text)
{
	for (int m = METHOD_BEST + 1; m < METHODS; m++)
		if (same_name(method_names[m], text))
			return (enum method)m;
	opt_die("--method: there is no method '%s'", text);
	return METHOD_BEST;
}

enum { OPT_THRESHOLD = OPT_OWN, OPT_STEP };

static void
parse_options(struct options *o, int argc, char **argv)
{
	static const struct option table[] = {
	    {"decode-threshold", required_argument, NULL, OPT_THRESHOLD},
	    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
	    {"help", no_argument, NULL, 'h'},
	    {"method", required_argument, NULL, 'm'},
	    {"quiet", no_argument, NULL, 'q'},
	    {"select", required_argument, NULL, 's'},
	    {"step", no_argument, NULL, OPT_STEP},
	    {"version", no_argument, NULL, 'V'}, {NULL, 0, NULL, 0}};
	int c;

	while ((c = getopt_long(argc, argv, "hm:qs:V", table, NULL)) != -1)
		switch (c) {
		case OPT_THRESHOLD:
			o->threshold =
			    opt_int("--decode-threshold", optarg, 1, INT32_MAX);
			break;
		case OPT_EXIT_ZERO:
			o->exit_zero = true;
			break;
		case 'h':
			opt_help(usage);
		case 'm':
			o->method = parse_method(optarg);
			break;
		case 'q':
			o->quiet = true;
			break;
		case 's':
			o->select = true;
			o->wanted = parse_wanted(optarg);
			break;
		case OPT_STEP:
			o->step = true;
			break;
		case 'V':
			opt_version();
		default:
			opt_wrong();
		}
	if (o->step && !o->select)
		opt_die("--step says which cycle --select keeps: give both");
}

int
main(int argc, char **argv)
{
	struct options o = defaults;
	static struct tsvw out;
	struct tsv *in;
	int status;

	tool_start(argv);
	parse_options(&o, argc, argv);
	in = xtsv_open(argv + optind, argc - optind);
	tsvw_init(&out, STDOUT_FILENO);
	status = run(&o, in, &out);
	tsv_close(in);
	return tool_finish(o.exit_zero ? tool_exit_zero(status) : status);
}
