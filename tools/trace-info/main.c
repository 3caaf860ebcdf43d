/*
 * trace-info - print what is in GPU traces, one fact a line
 *
 * One pass over each file; common/facts knows what the facts are.
 */
#include <getopt.h>
#include <unistd.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/trace/facts.h"
#include "common/trace/source.h"

static int
run_file(struct tsvw *out, const char *path)
{
	struct source source;
	struct facts *facts = facts_new();
	struct kevent e;
	int got, status = STATUS_OK;
	const char *name;

	if (source_open(&source, path, NULL, 0) || !facts)
		die_memory();
	name = source_name(&source);
	while ((got = source_next(&source, &e)) > 0)
		if (facts_add(facts, &e))
			die("%s: out of memory, or times add up to over 292 "
			    "years",
			    name);
	if (got < 0) {
		warn("%s: %s", name, source.error);
		status = STATUS_FAILED;
	} else {
		if (facts_write(facts, &source, path, out) && !out->error)
			die_memory();
		xtsvw_flush(out);
		if (facts_lost(facts, &source) || source_unreadable(&source) ||
		    source_damage(&source)) {
			warn("%s: damaged: see events_lost and damage", name);
			status = STATUS_DAMAGED;
		}
	}
	facts_free(facts);
	source_close(&source);
	return status;
}

static const char usage[] =
    "usage: trace-info [-hV] [--exit-zero] [FILE...]\n"
    "Print what GPU traces contain, in the columns file, key and value. Reads the\n"
    "same formats as trace-extract.\n"
    "\n"
    "  -h, --help       print this help\n"
    "  -V, --version    print the version\n"
    "      --exit-zero  exit with 0 when a trace is damaged\n"
    "\n"
    "FILE: a trace; standard input if none or '-'.\n"
    "Exit status: 0 success, 2 error, 3 recovered: a trace is damaged.\n";

/* Returns whether --exit-zero was given. */
static bool
parse_options(int argc, char **argv)
{
	static const struct option table[] = {
	    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
	    {"help", no_argument, NULL, 'h'},
	    {"version", no_argument, NULL, 'V'}, {NULL, 0, NULL, 0}};
	bool exit_zero = false;
	int c;

	while ((c = getopt_long(argc, argv, "hV", table, NULL)) != -1)
		switch (c) {
		case OPT_EXIT_ZERO:
			exit_zero = true;
			break;
		case 'h':
			opt_help(usage);
		case 'V':
			opt_version();
		default:
			opt_wrong();
		}
	return exit_zero;
}

/* 2 beats 3 beats 1 beats 0. */
static int
worse(int a, int b)
{
	if (a == STATUS_FAILED || b == STATUS_FAILED)
		return STATUS_FAILED;
	return a > b ? a : b;
}

int
main(int argc, char **argv)
{
	static struct tsvw out;
	int status = STATUS_OK;
	bool exit_zero;

	tool_start(argv);
	exit_zero = parse_options(argc, argv);
	tool_reads("a trace", argv + optind, argc - optind);
	tsvw_init(&out, STDOUT_FILENO);
	if (facts_write_header(&out))
		die("cannot write standard output");
	xtsvw_flush(&out);
	if (optind == argc)
		status = run_file(&out, "-");
	for (int i = optind; i < argc; i++)
		status = worse(status, run_file(&out, argv[i]));
	return tool_finish(exit_zero ? tool_exit_zero(status) : status);
}
