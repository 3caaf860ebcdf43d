#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "common/cli/opt.h"
#include "tools/trace-json/command_line.h"

static const char usage[] =
    "usage: trace-json [-hqV] [-a COLUMN[=KEY]]... [-o FILE] [OPTION]... [FILE...]\n"
    "Write tables of events as a trace in JSON, which Perfetto, Chrome and\n"
    "TensorBoard open. Of several ranks no ids, processes or arrows collide.\n"
    "\n"
    "  -a, --args COLUMN[=KEY]  make an argument of a column, called KEY\n"
    "  -h, --help               print this help\n"
    "  -o, --output FILE        write to FILE instead of standard output\n"
    "  -q, --quiet              do not say what is wrong with arrows\n"
    "  -V, --version            print the version\n"
    "      --exit-zero          exit with 0 instead of 1\n"
    "      --flows PAIRS        draw arrows between the rows that trace-pair\n"
    "                           paired; the events need a column row\n"
    "      --gzip               compress\n"
    "      --info FILE          write what stood beside the events before them,\n"
    "                           as trace-extract wrote it to FILE\n"
    "      --launch             let arrows end where the second row starts\n"
    "      --split-rank FOLDER  write a file for each rank into FOLDER\n"
    "\n"
    "FILE: events, counters, also gzipped, in the order in which they are to be\n"
    "written; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 arrows end before they start, 2 error.\n";

enum { OPT_FLOWS = OPT_OWN, OPT_GZIP, OPT_INFO, OPT_LAUNCH, OPT_SPLIT_RANK };

static const struct option table[] = {
    {"args", required_argument, NULL, 'a'},
    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
    {"flows", required_argument, NULL, OPT_FLOWS},
    {"gzip", no_argument, NULL, OPT_GZIP},
    {"help", no_argument, NULL, 'h'},
    {"info", required_argument, NULL, OPT_INFO},
    {"launch", no_argument, NULL, OPT_LAUNCH},
    {"output", required_argument, NULL, 'o'},
    {"quiet", no_argument, NULL, 'q'},
    {"split-rank", required_argument, NULL, OPT_SPLIT_RANK},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static void
add_extra(struct options *o, char *spec)
{
	char *equals = strchr(spec, '=');

	if (o->extras == COMMAND_LINE_EXTRAS)
		opt_die("--args %s: there are too many", spec);
	if (equals)
		*equals = '\0';
	if (*spec == '\0' || (equals && equals[1] == '\0'))
		opt_die("--args wants COLUMN or COLUMN=KEY");
	o->extra[o->extras].column = spec;
	o->extra[o->extras++].key = equals ? equals + 1 : spec;
}

static void
set_option(struct options *o, int c)
{
	switch (c) {
	case 'a':
		add_extra(o, optarg);
		break;
	case OPT_EXIT_ZERO:
		o->exit_zero = true;
		break;
	case OPT_FLOWS:
		o->flows = optarg;
		break;
	case OPT_GZIP:
		o->gzip = true;
		break;
	case 'h':
		opt_help(usage);
	case OPT_INFO:
		o->info = optarg;
		break;
	case OPT_LAUNCH:
		o->launch = true;
		break;
	case 'o':
		o->output = optarg;
		break;
	case 'q':
		o->quiet = true;
		break;
	case OPT_SPLIT_RANK:
		o->split = optarg;
		break;
	case 'V':
		opt_version();
	default:
		opt_wrong();
	}
}

void
json_command_line(struct options *o, int argc, char **argv)
{
	int c;

	*o = (struct options){0};
	while ((c = getopt_long(argc, argv, "a:ho:qV", table, NULL)) != -1)
		set_option(o, c);
	if (o->split && o->output)
		opt_die("--split-rank and --output exclude each other");
	if (o->split && o->flows)
		opt_die("--split-rank and --flows exclude each other");
}
