/*
 * trace-collectives - communication between ranks: latency, waits, bandwidth
 *
 * Only communication kernels are kept, so that the traces of many ranks fit. A
 * collective is what the ranks of a group do at the same place of their
 * sequences (job.h); its latency is what it takes the rank that waits for
 * nobody (collective_times.h).
 */
#include <unistd.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-collectives/collective_times.h"
#include "tools/trace-collectives/desync.h"
#include "tools/trace-collectives/job.h"
#include "tools/trace-collectives/print_job.h"
#include "tools/trace-collectives/read_events.h"

/* Warnings about groups whose ranks do not run the same collectives. */
static void
report_groups(const struct job *j)
{
	for (size_t i = 0; i < j->groups; i++) {
		const struct group *g = &j->group[i];
		int n = g->label.n > 60 ? 60 : (int)g->label.n;

		if (g->shifted)
			warn(
			    "group %.*s: %zu of %zu ranks begin with a different "
			    "collective: aligned by name, type and size%s",
			    n, g->label.p, g->shifted, g->ranks_present,
			    g->ambiguous ? "; other alignments fit too" : "");
		if (g->losing)
			warn(
			    "group %.*s: %zu of %zu ranks have lost collectives "
			    "in the middle, or more than the others: the rest is "
			    "aligned by name, type, size and time",
			    n, g->label.p, g->losing, g->ranks_present);
		if (g->disagreeing)
			warn("group %.*s: %zu of %zu ranks run different "
			     "collectives at some positions",
			    n, g->label.p, g->disagreeing, g->ranks_present);
	}
}

/* Nobody leaves a collective that waits before the last rank joins it. */
static bool
left_early(const struct measure *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->event[i].duration < wait_of(m, &m->event[i]))
			return true;
	return false;
}

static void
report_clocks(const struct job *j)
{
	size_t met = 0, early = 0;

	for (size_t i = 0; i < j->collectives; i++) {
		struct measure m = measure_of(j, &j->collective[i]);

		met += m.met;
		early += m.met && left_early(&m);
	}
	if (early > met / 2)
		warn("%zu of %zu collectives end on one rank before they start "
		     "on another: the clocks of the ranks differ, and waits "
		     "and skews are wrong; see trace-clock",
		    early, met);
}

static void
report(const struct options *o, const struct job *j, struct reading r,
    const struct print *p)
{
	size_t left = 0;

	if (o->quiet)
		return;
	for (size_t i = 0; i < j->events; i++)
		left += j->event[i].index == NO_INDEX;
	if (j->events == 0)
		warn("no communication kernels in the input");
	else if (!r.told)
		warn("no column collective_name: names and sizes are unknown; "
		     "trace-extract --collectives prints them");
	if (r.placed)
		warn("no file has a rank: ranks are numbered in the order of "
		     "the files");
	if (o->partial)
		return;
	report_groups(j);
	report_clocks(j);
	if (left)
		warn("%zu transfers between two ranks are in no collective",
		    left);
	if (p->untold)
		warn("%zu all-to-all-v lack the sizes per rank", p->untold);
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct job j;
	struct reading r;
	struct baselines baselines = {0};
	struct print p = {
	    .o = o, .job = &j, .baselines = &baselines, .out = out};
	bool any;

	job_init(&j);
	p.numbered = xtsv_optional(in, "event") != TSV_MISSING;
	p.placed = xtsv_optional(in, "layer") != TSV_MISSING;
	print_table_header(&p);
	r = read_job(&j, in, o);
	if (o->partial && !r.ranked)
		die("the input has no rank, so partial results cannot be "
		    "merged; trace-extract -H or --rank adds it");
	groups_find(&j);
	numbering_make(&j, o->match);
	if (o->baseline)
		baselines_read(&baselines, o->baseline);
	else
		baselines_measure(&baselines, &j);
	print_table_rows(&p);
	baselines_free(&baselines);
	report(o, &j, r, &p);
	any = j.events > 0;
	job_free(&j);
	return any ? STATUS_OK : STATUS_NO;
}

static const char usage[] =
    "usage: trace-collectives [-hqV] [--by WHAT] [OPTION...] [FILE...]\n"
    "       trace-collectives [-q] --missing DUMP...\n"
    "Print how long the collectives of a job took, which ranks waited, and how fast\n"
    "they were. Reads the events of collectives, which trace-extract prints.\n"
    "\n"
    "  -h, --help             print this help\n"
    "  -q, --quiet            do not report missing or mismatched collectives\n"
    "  -V, --version          print the version\n"
    "      --baseline FILE    collective times without waiting, from a table of\n"
    "                         another job, as printed by this tool\n"
    "      --by WHAT          a row for each collective (default), event, message,\n"
    "                         rank, pair or alltoallv\n"
    "      --exit-zero        exit with 0 even if there is no communication\n"
    "      --gpus-per-node N  add the node of each rank, N ranks on each\n"
    "      --match HOW        index: pair equal positions on all ranks; sequence\n"
    "                         (default): align the sequences of ranks first\n"
    "      --missing          which rank lacks which collective in a hang, from the\n"
    "                         dumps of PyTorch's flight recorder, as JSON\n"
    "      --partial          print partial results, which merge exactly\n"
    "      --rules FILE       try these rules before the built-in ones\n"
    "      --si               bandwidths in GB/s instead of GiB/s\n"
    "\n"
    "FILE: events or partial results, also gzipped; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 no communication, or nothing is missing, 2 error,\n"
    "3 recovered: a dump is damaged.\n";

static struct options
parse_options(int argc, char **argv)
{
	static const char *const kinds[] = {
	    [BY_COLLECTIVE] = "collective",
	    [BY_EVENT] = "event",
	    [BY_MESSAGE] = "message",
	    [BY_RANK] = "rank",
	    [BY_PAIR] = "pair",
	    [BY_ALLTOALLV] = "alltoallv",
	    NULL,
	};
	static const char *const matches[] = {
	    [MATCH_SEQUENCE] = "sequence", [MATCH_INDEX] = "index", NULL};
	struct options o = {.by = BY_COLLECTIVE};
	const struct opt table[] = {
	    {"baseline", .text = &o.baseline},
	    {"by", .choice = &o.by, .words = kinds},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"gpus-per-node", .number = &o.gpus_per_node, .low = 1,
		.high = UINT32_MAX},
	    {"match", .choice = &o.match, .words = matches},
	    {"missing", .on = &o.missing},
	    {"partial", .on = &o.partial},
	    {"quiet", 'q', .on = &o.quiet},
	    {"rules", .text = &o.rules},
	    {"si", .on = &o.si},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	if (o.partial && o.by != BY_COLLECTIVE)
		opt_die("--partial and --by are mutually exclusive");
	if (o.baseline && (o.partial || o.by != BY_COLLECTIVE))
		opt_die("--baseline is for --by collective");
	if (o.missing &&
	    (o.by != BY_COLLECTIVE || o.partial || o.baseline || o.rules ||
		o.gpus_per_node || o.match || o.si))
		opt_die("--missing reads dumps: only --quiet and --exit-zero "
			"go with it");
	if (o.missing && optind == argc)
		opt_die("--missing needs the files of dumps");
	return o;
}

int
main(int argc, char **argv)
{
	struct options o = parse_options(argc, argv);

	if (o.missing)
		return tool_finish(
		    desync_run(&o, argv + optind, argc - optind));
	return xfilter(argc, argv, run, &o);
}
