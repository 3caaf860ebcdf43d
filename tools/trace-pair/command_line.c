#include <stddef.h>

#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "tools/trace-pair/command_line.h"

static const char usage[] =
    "usage: trace-pair [-hqV] [-k COLUMNS] [OPTION...] [FILE...]\n"
    "Pair events that belong together: the same collective on all ranks, a\n"
    "launch and its kernels, a send and its receives.\n"
    "\n"
    "  -h, --help              print this help\n"
    "  -k, --keys COLUMNS      pair collectives only if these also agree\n"
    "  -q, --quiet             do not report events without a partner\n"
    "  -V, --version           print the version\n"
    "      --by COLUMNS        pair the first row with each later row of its rank\n"
    "                          with the same values in these columns\n"
    "      --exit-zero         exit with 0 even if there are no pairs\n"
    "      --from PATTERN      pair rows whose name matches this ...\n"
    "      --lags N            ranks may start N collectives apart (20)\n"
    "      --peer COLUMN       with --tag: the rank of the other side\n"
    "      --rank COLUMN       the column of the rank (rank)\n"
    "      --sequence COLUMNS  number collectives separately by these\n"
    "      --tag PATTERN       ... of different ranks that have the same text where\n"
    "                          the name matches the group\n"
    "      --to PATTERN        ... with those that match this, in their order\n"
    "\n"
    "FILE: events, also gzipped; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 no pairs, 2 error.\n";

static void
check_options(struct options *o)
{
	if (!o->from != !o->to)
		opt_die("--from and --to must be used together");
	if (o->tag && !o->from)
		opt_die("--tag needs --from and --to");
	if (o->peer && !o->tag)
		opt_die("--peer needs --tag");
	if (o->by && o->from)
		opt_die("--by and --from are mutually exclusive");
	if (o->keys && (o->by || o->from))
		opt_die("--keys is for collectives");
	o->kind = o->by ? KIND_BY
	    : o->tag    ? KIND_TAG
	    : o->from   ? KIND_ANCHOR
			: KIND_NTH;
}

void
pair_command_line(struct options *o, int argc, char **argv)
{
	const struct opt table[] = {
	    {"by", .text = &o->by},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"from", .text = &o->from},
	    {"keys", 'k', .text = &o->keys},
	    {"lags", .number = &o->lags, .low = 0, .high = 100000},
	    {"peer", .text = &o->peer},
	    {"quiet", 'q', .on = &o->quiet},
	    {"rank", .text = &o->rank},
	    {"sequence", .text = &o->sequence},
	    {"tag", .text = &o->tag},
	    {"to", .text = &o->to},
	    {0},
	};

	*o = (struct options){.rank = "rank", .lags = 20};
	opt_parse(argc, argv, usage, table, NULL);
	check_options(o);
}
