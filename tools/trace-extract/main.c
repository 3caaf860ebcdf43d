/*
 * trace-extract - print the events of GPU traces, one line each
 *
 * The events of each file are taken one by one as source.h finds them, and
 * printed in file order.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/cpus.h"
#include "common/bytes/outfile.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/trace/facts.h"
#include "tools/trace-extract/chunks.h"
#include "tools/trace-extract/extract.h"

static const char usage[] =
    "usage: trace-extract [-hHqV] [-a KEY[=COLUMN]]... [-c CATEGORIES]...\n"
    "                     [OPTION]... [FILE...]\n"
    "Print the events of GPU traces as TSV. Reads Kineto and Chrome JSON, and the CSV\n"
    "and JSON of rocprofv3, also compressed by gzip or zip.\n"
    "\n"
    "  -a, --args KEY[=COLUMN]     add a column for the argument KEY, as 'Input Dims'\n"
    "  -c, --categories LIST       print the events of these categories, separated by\n"
    "                              commas; gpu (kernels, copies, memsets), host and\n"
    "                              all are groups (default: kernel)\n"
    "  -h, --help                  print this help\n"
    "  -H, --with-file             add the columns rank and file, as for several\n"
    "                              files\n"
    "  -q, --quiet                 do not report what is missing\n"
    "  -V, --version               print the version\n"
    "      --base US               subtract US from each time\n"
    "      --collectives           add the columns that trace-collectives reads\n"
    "      --exit-zero             exit with 0 instead of 1 or 3\n"
    "      --info FILE             write what trace-info prints to FILE\n"
    "      --number                add a column event: the place in traceEvents\n"
    "      --pair                  make complete events of pairs of B and E\n"
    "      --rank N|PATTERN        the rank, or a pattern that finds it in file names\n"
    "      --relative              count times from the first complete event\n"
    "      --threads N             use N threads (default: one per CPU, at most 8)\n"
    "      --whole                 add columns args and rest: what else an event\n"
    "                              has, as JSON\n"
    "\n"
    "FILE: a trace; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 no such event, 2 error, 3 recovered: the trace is\n"
    "damaged, and what could be read is printed.\n";

enum { MOST_CPUS = 8 };

enum {
	OPT_BASE = OPT_OWN,
	OPT_COLLECTIVES,
	OPT_INFO,
	OPT_NUMBER,
	OPT_PAIR,
	OPT_RANK,
	OPT_RELATIVE,
	OPT_THREADS,
	OPT_WHOLE
};

static void
add_column(struct columns *c, const char *spec)
{
	const char *wrong = columns_add(c, spec);

	if (wrong)
		opt_die("--args %s: %s", spec, wrong);
}

static void
set_rank(struct options *o, const char *text)
{
	const char *wrong = rank_rule_parse(&o->rank, text);

	if (wrong)
		opt_die("--rank %s: %s", text, wrong);
	o->columns.rank = true;
}

static void
add_categories(struct options *o, const char *list)
{
	if (select_add(&o->selection, list))
		opt_die("--categories wants at most 64 names with commas "
			"between, not '%s'",
		    list);
	o->chosen = true;
}

/* What newer traces say of a kernel, and older ones of its operator. */
static void
add_collectives(struct options *o)
{
	static const char *const arguments[] = {"Collective name", "dtype",
	    "In msg nelems", "Out msg nelems", "In split size",
	    "Out split size", "Group size", "Process Group Name",
	    "Process Group Ranks"};

	add_categories(o, "kernel,cpu_op");
	for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++)
		add_column(&o->columns, arguments[i]);
}

static void
set_option(struct options *o, int c)
{
	switch (c) {
	case 'a':
		add_column(&o->columns, optarg);
		break;
	case 'c':
		add_categories(o, optarg);
		break;
	case 'h':
		opt_help(usage);
	case 'H':
		o->columns.file = o->columns.rank = true;
		break;
	case 'q':
		o->quiet = true;
		break;
	case 'V':
		opt_version();
	case OPT_BASE:
		o->base = opt_us("--base", optarg);
		break;
	case OPT_COLLECTIVES:
		add_collectives(o);
		break;
	case OPT_EXIT_ZERO:
		o->exit_zero = true;
		break;
	case OPT_INFO:
		o->info = optarg;
		break;
	case OPT_NUMBER:
		o->columns.number = true;
		break;
	case OPT_PAIR:
		o->pair = true;
		break;
	case OPT_RANK:
		set_rank(o, optarg);
		break;
	case OPT_RELATIVE:
		o->relative = true;
		break;
	case OPT_THREADS:
		o->threads =
		    (int)opt_int("--threads", optarg, 1, CHUNKS_THREADS);
		break;
	case OPT_WHOLE:
		o->columns.whole = true;
		break;
	default:
		opt_wrong();
	}
}

static void
parse_options(struct options *o, int argc, char **argv)
{
	static const struct option table[] = {
	    {"args", required_argument, NULL, 'a'},
	    {"base", required_argument, NULL, OPT_BASE},
	    {"categories", required_argument, NULL, 'c'},
	    {"collectives", no_argument, NULL, OPT_COLLECTIVES},
	    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
	    {"help", no_argument, NULL, 'h'},
	    {"info", required_argument, NULL, OPT_INFO},
	    {"number", no_argument, NULL, OPT_NUMBER},
	    {"pair", no_argument, NULL, OPT_PAIR},
	    {"quiet", no_argument, NULL, 'q'},
	    {"rank", required_argument, NULL, OPT_RANK},
	    {"relative", no_argument, NULL, OPT_RELATIVE},
	    {"threads", required_argument, NULL, OPT_THREADS},
	    {"version", no_argument, NULL, 'V'},
	    {"whole", no_argument, NULL, OPT_WHOLE},
	    {"with-file", no_argument, NULL, 'H'}, {NULL, 0, NULL, 0}};
	int c;

	while ((c = getopt_long(argc, argv, "a:c:hHqV", table, NULL)) != -1)
		set_option(o, c);
	if (o->relative && o->base)
		opt_die("--relative and --base exclude each other");
	if (!o->chosen)
		select_add(&o->selection, "kernel");
	if (argc - optind > 1)
		o->columns.file = o->columns.rank = true;
}

static int
run(struct extract *x, char **paths, int n)
{
	static char name[] = "-", *standard_input[] = {name};

	if (n == 0) {
		paths = standard_input;
		n = 1;
	}
	for (int i = 0; i < n; i++)
		extract_file(x, paths[i]);
	xtsvw_flush(x->out);
	return x->failed ? STATUS_FAILED
	    : x->damaged ? STATUS_DAMAGED
	    : x->printed ? STATUS_OK
			 : STATUS_NO;
}

/* Runs with the facts going to their own file. */
static int
run_with_info(struct extract *x, char **paths, int n)
{
	static struct tsvw info;
	struct outfile *file;
	int status;

	for (int i = 0; i < n || i == 0; i++)
		tool_writes(x->o->info, n ? paths[i] : "-");
	file = outfile_open(x->o->info);
	if (!file)
		die("%s: %s", x->o->info, strerror(errno));
	tsvw_init(&info, outfile_fd(file));
	x->info = &info;
	if (facts_write_header(&info))
		die("%s: %s", x->o->info, strerror(info.error));
	status = run(x, paths, n);
	if (tsvw_flush(&info) || outfile_commit(file))
		die("%s: %s", x->o->info,
		    strerror(info.error ? info.error : errno));
	return status;
}

int
main(int argc, char **argv)
{
	struct options o = {.threads = cpus()};
	static struct tsvw out;
	struct extract x = {.o = &o, .out = &out};
	int status;

	tool_start(argv);
	if (o.threads > MOST_CPUS)
		o.threads = MOST_CPUS;
	parse_options(&o, argc, argv);
	tsvw_init(&out, STDOUT_FILENO);
	argv += optind;
	argc -= optind;
	tool_reads("a trace", argv, argc);
	status = o.info ? run_with_info(&x, argv, argc) : run(&x, argv, argc);
	buf_free(&o.columns.names);
	if (o.rank.by_name)
		regfree(&o.rank.pattern);
	return tool_finish(o.exit_zero ? tool_exit_zero(status) : status);
}
