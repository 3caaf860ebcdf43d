/*
 * csv2tsv - turn CSV into tab-separated records
 */
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/table/csv.h"

/* One column with tabs in its name is, but for odd ones, a table of TSV. */
static void
warn_of_tsv(const struct tsv *in)
{
	struct span name = tsv_name(in, 0);

	if (tsv_columns(in) == 1 && name.n && memchr(name.p, '\t', name.n))
		warn(
		    "%s: no commas, but tabs in the header: is it TSV already?",
		    tsv_file(in));
}

/* Before the record is written: nobody else can notice then. */
static void
check_cut(const struct tsv *in, struct tsvw *out, bool lenient)
{
	if (lenient || !tsv_cut(in))
		return;
	xtsvw_flush(out);
	die("%s:%lld: the last line has no end, so it may be cut off; "
	    "--lenient accepts it",
	    tsv_file(in), (long long)tsv_line_number(in));
}

static void
run(struct tsv *in, struct tsvw *out, bool lenient)
{
	int n = tsv_columns(in), got;

	check_cut(in, out, lenient);
	for (int i = 0; i < n; i++)
		tsvw_text(out, tsv_name(in, i));
	xtsvw_end_header(out);
	while ((got = tsv_next(in)) > 0) {
		check_cut(in, out, lenient);
		for (int i = 0; i < n; i++)
			tsvw_text(out, tsv_field(in, i));
		xtsvw_end(out);
	}
	xtsvw_flush(out);
	if (got < 0)
		die("%s", tsv_error(in));
}

static const char usage[] =
    "usage: csv2tsv [-hV] [--lenient] [FILE...]\n"
    "Convert CSV (RFC 4180) to TSV, the stream between the trace tools.\n"
    "\n"
    "  -h, --help      print this help\n"
    "      --lenient   accept a last line without a line end\n"
    "  -V, --version   print the version\n"
    "\n"
    "FILE: CSV with a header, also gzipped; standard input if none or '-'.\n"
    "Several files must have the same header and are read as one table.\n"
    "Exit status: 0 success, 2 error.\n";

int
main(int argc, char **argv)
{
	static struct tsvw out;
	struct tsv *in;
	bool lenient = false;
	const struct opt table[] = {{"lenient", .on = &lenient}, {0}};

	opt_parse(argc, argv, usage, table, NULL);
	tool_reads("a table", argv + optind, argc - optind);
	in = csvr_open(argv + optind, argc - optind);
	if (tsv_header(in))
		die("%s", tsv_error(in));
	warn_of_tsv(in);
	tsvw_init(&out, STDOUT_FILENO);
	run(in, &out, lenient);
	tsv_close(in);
	return tool_finish(STATUS_OK);
}
