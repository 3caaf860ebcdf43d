#include <getopt.h>
#include <stddef.h>

#include "common/cli/opt.h"
#include "tools/trace-pair/command_line.h"

static const char usage[] =
    "usage: trace-pair [-hqV] [-k COLUMNS] [OPTION...] [FILE...]\n"
    "Find the events that belong together: the same collective on all ranks, "
    "a\n"
    "launch and its kernels, a send and its receives.\n"
    "\n"
    "  -h, --help              print this help\n"
    "  -k, --keys COLUMNS      collectives must agree in these, too\n"
    "  -q, --quiet             do not say what has no partner\n"
    "  -V, --version           print the version\n"
    "      --by COLUMNS        pair the first row with each later one of its "
    "rank\n"
    "                          that has the same in these columns\n"
    "      --exit-zero         exit with 0 also when there are no pairs\n"
    "      --from PATTERN      pair rows whose name matches this ...\n"
    "      --lags N            ranks may start N collectives apart (20)\n"
    "      --peer COLUMN       with --tag: the rank of the other side\n"
    "      --rank COLUMN       the column of the rank (rank)\n"
    "      --sequence COLUMNS  count collectives apart by these, such as "
    "stream\n"
    "      --tag PATTERN       ... of different ranks that have the same text "
    "where\n"
    "                          the name matches the group\n"
    "      --to PATTERN        ... with those that match this, in their "
    "order\n"
    "\n"
    "FILE: events, also gzipped; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 no pairs, 2 error.\n";

enum {
	OPT_BY = OPT_OWN,
	OPT_FROM,
	OPT_LAGS,
	OPT_PEER,
	OPT_RANK,
	OPT_SEQUENCE,
	OPT_TAG,
	OPT_TO
};

static const struct option table[] = {
    {"by", required_argument, NULL, OPT_BY},
    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
    {"from", required_argument, NULL, OPT_FROM},
    {"help", no_argument, NULL, 'h'},
    {"keys", required_argument, NULL, 'k'},
    {"lags", required_argument, NULL, OPT_LAGS},
    {"peer", required_argument, NULL, OPT_PEER},
    {"quiet", no_argument, NULL, 'q'},
    {"rank", required_argument, NULL, OPT_RANK},
    {"sequence", required_argument, NULL, OPT_SEQUENCE},
    {"tag", required_argument, NULL, OPT_TAG},
    {"to", required_argument, NULL, OPT_TO},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static void
check_options(struct options *o)
{
	if (!o->from != !o->to)
		opt_die("--from and --to come together");
	if (o->tag && !o->from)
		opt_die("--tag wants --from and --to");
	if (o->peer && !o->tag)
		opt_die("--peer wants --tag");
	if (o->by && o->from)
		opt_die("--by and --from exclude each other");
	if (o->keys && (o->by || o->from))
		opt_die("--keys is for collectives");
	o->kind = o->by ? KIND_BY
	    : o->tag    ? KIND_TAG
	    : o->from   ? KIND_ANCHOR
			: KIND_NTH;
}

static void
set_option(struct options *o, int c)
{
	switch (c) {
	case OPT_BY:
		o->by = optarg;
		break;
	case OPT_EXIT_ZERO:
		o->exit_zero = true;
		break;
	case OPT_FROM:
		o->from = optarg;
		break;
	case 'h':
		opt_help(usage);
	case 'k':
		o->keys = optarg;
		break;
	case OPT_LAGS:
		o->lags = opt_int("--lags", optarg, 0, 100000);
		break;
	case OPT_PEER:
		o->peer = optarg;
		break;
	case 'q':
		o->quiet = true;
		break;
	case OPT_RANK:
		o->rank = optarg;
		break;
	case OPT_SEQUENCE:
		o->sequence = optarg;
		break;
	case OPT_TAG:
		o->tag = optarg;
		break;
	case OPT_TO:
		o->to = optarg;
		break;
	case 'V':
		opt_version();
	default:
		opt_wrong();
	}
}

void
pair_command_line(struct options *o, int argc, char **argv)
{
	int c;

	*o = (struct options){.rank = "rank", .lags = 20};
	while ((c = getopt_long(argc, argv, "hk:qV", table, NULL)) != -1)
		set_option(o, c);
	check_options(o);
}
