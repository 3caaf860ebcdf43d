#include <string.h>

#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "tools/trace-json/command_line.h"

static const char usage[] =
    "usage: trace-json [-hqV] [-a COLUMN[=KEY]]... [-o FILE] [OPTION]... [FILE...]\n"
    "Write tables of events as a trace that Perfetto, Chrome and TensorBoard open.\n"
    "The ids, processes and arrows of several ranks do not collide.\n"
    "\n"
    "  -a, --args COLUMN[=KEY]  add a column to the arguments, as KEY\n"
    "  -h, --help               print this help\n"
    "  -o, --output FILE        write to FILE instead of standard output\n"
    "  -q, --quiet              do not report problems with arrows\n"
    "  -V, --version            print the version\n"
    "      --exit-zero          exit with 0 instead of 1\n"
    "      --flows PAIRS        draw arrows between the rows that trace-pair\n"
    "                           paired; the events need a column row\n"
    "      --format WHICH       json, or perfetto: smaller, for ui.perfetto.dev;\n"
    "                           needs the events in time order\n"
    "      --gzip               compress\n"
    "      --info FILE          write the metadata of the original traces, which\n"
    "                           trace-extract --info wrote to FILE\n"
    "      --launch             end arrows at the start of the second row\n"
    "      --split-rank FOLDER  write a file for each rank into FOLDER\n"
    "\n"
    "FILE: events or counters in the order of the output, also gzipped;\n"
    "standard input if none or '-'.\n"
    "Exit status: 0 success, 1 arrows end before they start or rows are left out,\n"
    "2 error.\n";

static void
add_extra(void *options, const char *text)
{
	struct options *o = options;
	char *spec = (char *)text; /* of argv, which may be written to */
	char *equals = strchr(spec, '=');

	if (o->extras == COMMAND_LINE_EXTRAS)
		opt_die("--args %s: there are too many", spec);
	if (equals)
		*equals = '\0';
	if (*spec == '\0' || (equals && equals[1] == '\0'))
		opt_die("--args takes COLUMN or COLUMN=KEY");
	o->extra[o->extras].column = spec;
	o->extra[o->extras++].key = equals ? equals + 1 : spec;
}

void
json_command_line(struct options *o, int argc, char **argv)
{
	static const char *const formats[] = {
	    [WRITER_JSON] = "json", [WRITER_PERFETTO] = "perfetto", NULL};
	const struct opt table[] = {
	    {"args", 'a', .call = add_extra, .times = OPT_LIST},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"flows", .text = &o->flows},
	    {"format", .choice = &o->format, .words = formats},
	    {"gzip", .on = &o->gzip},
	    {"info", .text = &o->info},
	    {"launch", .on = &o->launch},
	    {"output", 'o', .text = &o->output},
	    {"quiet", 'q', .on = &o->quiet},
	    {"split-rank", .text = &o->split},
	    {0},
	};

	*o = (struct options){0};
	opt_parse(argc, argv, usage, table, o);
	if (o->split && o->output)
		opt_die("--split-rank and --output are mutually exclusive");
	if (o->split && o->flows)
		opt_die("--split-rank and --flows are mutually exclusive");
}
