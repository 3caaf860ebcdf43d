/*
 * trace-extract - print the events of GPU traces, one line each
 *
 * The events of each file are taken one by one as source.h finds them, and
 * printed in file order.
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/input/input.h"
#include "common/trace/file_facts.h"
#include "tools/trace-extract/file.h"

static const char usage[] =
    "usage: trace-extract [-hHqV] [-a KEY[=COLUMN]]... [-c CATEGORIES]...\n"
    "                     [OPTION]... [FILE...]\n"
    "Print the events of GPU traces as TSV. --formats lists the formats; files may be\n"
    "compressed by gzip, zip or zstd.\n"
    "\n"
    "  -a, --args KEY[=COLUMN]     add a column for an argument, as in 'Input Dims'\n"
    "  -c, --categories LIST       print the events of these categories, separated by\n"
    "                              commas; gpu (kernels, copies, memsets), host,\n"
    "                              calls (host without flows) and all are groups\n"
    "                              (default: kernel)\n"
    "  -h, --help                  print this help\n"
    "  -H, --with-file             add the columns rank and file, as with several\n"
    "                              files\n"
    "  -q, --quiet                 do not report what is missing\n"
    "  -V, --version               print the version\n"
    "      --base US               subtract US from each time\n"
    "      --collectives           add the columns that trace-collectives reads\n"
    "      --counters              add the counters of IBM's AIU as columns ts1 to\n"
    "                              ts5 and power\n"
    "      --dialect flex          give Flex events, which have none, a category\n"
    "      --exit-zero             exit with 0 instead of 1 or 3\n"
    "      --format NAME           read the files in this format\n"
    "      --formats               list the formats that this build reads\n"
    "      --info FILE             write what trace-info prints to FILE\n"
    "      --map CAT=kernel        treat this category as kernels; or a file of rules\n"
    "      --number                add a column event: the index in traceEvents\n"
    "      --pair                  join pairs of B and E into complete events\n"
    "      --rank N|PATTERN|pid    the rank, a pattern that finds it in file names,\n"
    "                              or each event's pid\n"
    "      --relative              count times from the first complete event\n"
    "      --threads N             use N threads (default: one per CPU, at most 8)\n"
    "      --whole                 add args and rest: everything else, as JSON\n"
    "\n"
    "FILE: a trace; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 no such event, 2 error, 3 recovered: the trace is\n"
    "damaged, and what could be read is printed.\n";

enum { MOST_CPUS = 8 };

static void
add_argument(void *p, const char *spec)
{
	const char *wrong = columns_add(&((struct options *)p)->columns, spec);

	if (wrong)
		opt_die("--args %s: %s", spec, wrong);
}

static void
set_rank(void *p, const char *text)
{
	struct options *o = p;
	const char *wrong = rank_rule_parse(&o->rank, text);

	if (wrong)
		opt_die("--rank %s: %s", text, wrong);
	o->columns.rank = true;
}

static void
add_map(void *p, const char *text)
{
	xmap_add(&((struct options *)p)->map, text);
}

static void
add_dialect(void *p, const char *text)
{
	struct options *o = p;

	if (category_map_dialect(&o->map.map, span_of(text)))
		opt_die("--dialect takes flex, not '%s'; or there are too "
			"many --map rules",
		    text);
}

/* The device's own arguments: five stamps in cycles, and Power. */
static void
add_counters(void *p, const char *text)
{
	static const char *const arguments[] = {
	    "TS1", "TS2", "TS3", "TS4", "TS5", "Power"};
	struct columns *c = &((struct options *)p)->columns;

	(void)text;
	for (size_t i = 0; i < COUNT(arguments); i++) {
		add_argument(p, arguments[i]);
		c->counters |= UINT64_C(1) << (c->asked - 1);
	}
}

static void
choose(struct options *o, const char *list, bool expected)
{
	if (select_add(&o->selection, list, expected))
		opt_die("--categories takes at most 64 names separated by "
			"commas, not '%s'",
		    list);
	o->chosen = true;
}

static void
add_categories(void *p, const char *list)
{
	choose(p, list, true);
}

/* Arguments that newer traces give to kernels, older ones to operators. */
static void
add_collectives(void *p, const char *text)
{
	static const char *const arguments[] = {"Collective name", "dtype",
	    "In msg nelems", "Out msg nelems", "In split size",
	    "Out split size", "Group size", "Process Group Name",
	    "Process Group Ranks"};

	(void)text;
	choose(p, "kernel,cpu_op", false);
	for (size_t i = 0; i < COUNT(arguments); i++)
		add_argument(p, arguments[i]);
	((struct options *)p)->columns.job = true;
}

static void
set_format(void *p, const char *name)
{
	struct options *o = p;

	o->format = trace_format_named(name);
	if (!o->format)
		opt_die(
		    "--format %s: no such format; --formats lists them", name);
}

/* Prints the formats that this build reads, and exits. */
__attribute__((noreturn)) static void
list_formats(void *p, const char *text)
{
	static struct tsvw out;
	const struct trace_format *f;

	(void)p;
	(void)text;
	tsvw_init(&out, STDOUT_FILENO);
	tsvw_titles(&out, "format files");
	xtsvw_end(&out);
	for (size_t i = 0; (f = trace_format_at(i)); i++) {
		tsvw_text(&out, span_of(f->name));
		tsvw_text(&out, span_of(f->files));
		xtsvw_end(&out);
	}
	xtsvw_flush(&out);
	exit(tool_finish(STATUS_OK));
}

static void
set_with_file(void *p, const char *text)
{
	struct columns *c = &((struct options *)p)->columns;

	(void)text;
	c->file = c->rank = true;
}

static void
parse_options(struct options *o, int argc, char **argv)
{
	const struct opt table[] = {
	    {"args", 'a', .call = add_argument, .times = OPT_LIST},
	    {"base", .us = &o->base},
	    {"categories", 'c', .call = add_categories, .times = OPT_LIST},
	    {"collectives", .call = add_collectives, .value = OPT_VALUE_NONE},
	    {"counters", .call = add_counters, .value = OPT_VALUE_NONE},
	    {"dialect", .call = add_dialect, .times = OPT_LIST},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"format", .call = set_format},
	    {"formats", .call = list_formats, .value = OPT_VALUE_NONE},
	    {"info", .text = &o->info},
	    {"map", .call = add_map, .times = OPT_LIST},
	    {"number", .on = &o->columns.number},
	    {"pair", .on = &o->pair},
	    {"quiet", 'q', .on = &o->quiet},
	    {"rank", .call = set_rank},
	    {"relative", .on = &o->relative},
	    {"threads", .number = &o->threads, .low = 1,
		.high = CHUNKS_THREADS},
	    {"whole", .on = &o->columns.whole},
	    {"with-file", 'H', .call = set_with_file, .value = OPT_VALUE_NONE},
	    {0},
	};

	opt_parse(argc, argv, usage, table, o);
	if (o->relative && o->base)
		opt_die("--relative and --base are mutually exclusive");
	if (!o->chosen)
		select_add(&o->selection, "kernel", true);
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
	if (x->no_rank == 1 && !x->o->quiet)
		warn("%s: its rank is unknown; --rank sets it", x->unranked);
	else if (x->no_rank && !x->o->quiet)
		warn(
		    "%s and %d more: their ranks are unknown; --rank sets them",
		    x->unranked, x->no_rank - 1);
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
	static struct xtable info;
	int status;

	tool_writes_beside(x->o->info, paths, n);
	xtable_open(&info, x->o->info);
	x->info = &info.out;
	if (facts_write_header(&info.out))
		die("%s: %s", x->o->info, strerror(info.out.error));
	status = run(x, paths, n);
	xtable_close(&info);
	return status;
}

int
main(int argc, char **argv)
{
	struct options o = {.threads = input_cpus()};
	static struct tsvw out;
	struct extract x = {.o = &o, .out = &out};
	int status;

	if (o.threads > MOST_CPUS)
		o.threads = MOST_CPUS;
	parse_options(&o, argc, argv);
	tsvw_init(&out, STDOUT_FILENO);
	argv += optind;
	argc -= optind;
	tool_reads("a trace", argv, argc);
	status = o.info ? run_with_info(&x, argv, argc) : run(&x, argv, argc);
	buf_free(&o.columns.names);
	xmap_free(&o.map);
	if (o.rank.by_name)
		regfree(&o.rank.pattern);
	return tool_finish(status);
}
