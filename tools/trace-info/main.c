/*
 * trace-info - print what is in GPU traces, one fact a line
 *
 * One pass over each file; common/trace/file_facts.h knows what the facts are.
 */
#include <unistd.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xrules.h"
#include "common/trace/file_facts.h"
#include "common/trace/source.h"

static int
run_file(struct tsvw *out, const char *path, const struct category_map *map)
{
	struct source source;
	struct facts *facts = facts_new();
	struct raw_event e;
	int got, status = STATUS_OK;
	const char *name;

	source_open(&source, path, NULL, 0);
	source.map = map;
	name = input_name(source.in);
	while ((got = source_next(&source, &e)) > 0)
		if (facts_add(facts, &e))
			die("%s: %s", name, FACTS_OVERFLOW);
	if (got < 0) {
		warn("%s: %s", name, source.error);
		status = STATUS_FAILED;
	} else {
		if (facts_write(facts, &source, path, out) && !out->error)
			die("%s: %s", name, FACTS_OVERFLOW);
		xtsvw_flush(out);
		if (facts_lost(facts, &source) || source.reader->unreadable ||
		    reader_damage(source.reader)) {
			warn("%s: damaged: see events_lost and damage", name);
			status = STATUS_DAMAGED;
		}
	}
	facts_free(facts);
	source_close(&source);
	return status;
}

static const char usage[] =
    "usage: trace-info [-hV] [--exit-zero] [--map RULE|FILE] [FILE...]\n"
    "Print what GPU traces contain, in the columns file, key and value. Reads the\n"
    "same formats as trace-extract.\n"
    "\n"
    "  -h, --help       print this help\n"
    "  -V, --version    print the version\n"
    "      --exit-zero  exit with 0 when a trace is damaged\n"
    "      --map RULE   as in trace-extract: CATEGORY=kernel, or a file of such rules\n"
    "\n"
    "FILE: a trace; standard input if none or '-'.\n"
    "Exit status: 0 success, 2 error, 3 recovered: a trace is damaged.\n";

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
	struct xmap map = {0};
	const struct opt table[] = {
	    {"exit-zero", .on = &tool_exits_zero},
	    {"map", .call = xmap_add, .times = OPT_LIST},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &map);
	tool_reads("a trace", argv + optind, argc - optind);
	tsvw_init(&out, STDOUT_FILENO);
	if (facts_write_header(&out))
		die("cannot write standard output");
	xtsvw_flush(&out);
	if (optind == argc)
		status = run_file(&out, "-", &map.map);
	for (int i = optind; i < argc; i++)
		status = worse(status, run_file(&out, argv[i], &map.map));
	xmap_free(&map);
	return tool_finish(status);
}
