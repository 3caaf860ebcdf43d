/*
 * csv2xlsx - turn tables into a workbook
 *
 * One sheet a table, in the order of the operands; what a column's name tells
 * (common/column.h) decides how its values are shown.
 */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/die.h"
#include "common/fixed.h"
#include "common/opt.h"
#include "common/outfile.h"
#include "common/tool.h"
#include "common/x.h"
#include "tools/csv2xlsx/book.h"
#include "tools/csv2xlsx/sheet.h"
#include "tools/csv2xlsx/table.h"

/* The time a workbook tells when SOURCE_DATE_EPOCH does not: 1980-01-01, as
 * the members of the zip file do. */
#define CREATED INT64_C(315532800)
#define LATEST INT64_C(253402300799) /* the end of the year 9999 */

struct options {
	const char *output;
	enum table_format format;
	bool quiet;
	bool total;
};

/* NAME=FILE or FILE; what stands behind a slash is no name. */
static char *
split_operand(const char *operand, const char **path)
{
	size_t n = strcspn(operand, "=/");
	char *name;

	*path = operand;
	if (operand[n] == '=') {
		*path = operand + n + 1;
		name = strndup(operand, n);
	} else if (strcmp(operand, "-") == 0)
		name = strdup("Sheet1");
	else
		name = names_of_file(operand);
	if (!name)
		die_memory();
	return name;
}

static lxw_worksheet *
begin_sheet(struct book *book, struct sheet *sheet, const struct table *table,
    const char *name)
{
	lxw_worksheet *worksheet = book_add_sheet(book, name);

	if (!worksheet)
		die("%s", book->error);
	if (sheet_begin(sheet, worksheet))
		die("%s", table_error(table));
	return worksheet;
}

static lxw_worksheet *
next_sheet(const struct options *o, struct book *book, struct sheet *sheet,
    const struct table *table, const char *name)
{
	lxw_worksheet *worksheet;

	if (sheet_end(sheet, false))
		die("%s", table_error(table));
	worksheet = begin_sheet(book, sheet, table, name);
	if (!o->quiet)
		warn("%s: more rows than a sheet holds; they go on in sheet "
		     "'%s'",
		    table_file(table), worksheet->name);
	return worksheet;
}

static void
add_table(const struct options *o, struct book *book, const char *operand)
{
	const char *path;
	char *name = split_operand(operand, &path);
	struct table *table = table_open(path, o->format);
	struct sheet *sheet;
	int got;

	if (!table)
		die_memory();
	if (table_header(table))
		die("%s", table_error(table));
	sheet = sheet_new(table, &book->styles, o->total);
	if (!sheet)
		die_memory();
	begin_sheet(book, sheet, table, name);
	while ((got = table_next(table)) > 0) {
		if (sheet_is_full(sheet))
			next_sheet(o, book, sheet, table, name);
		if (sheet_row(sheet))
			break;
	}
	if (got != 0 || sheet_end(sheet, true))
		die("%s", table_error(table));
	sheet_free(sheet);
	table_close(table);
	free(name);
}

static int64_t
creation_time(void)
{
	const char *text = getenv("SOURCE_DATE_EPOCH");
	int64_t seconds;

	if (!text || !*text)
		return CREATED;
	if (fixed_parse_int(span_of(text), &seconds) || seconds < 0 ||
	    seconds > LATEST)
		die("SOURCE_DATE_EPOCH is no number of seconds: %s", text);
	return seconds ? seconds : 1; /* to the library 0 is the present */
}

static void
run(const struct options *o, char *const *operands, int n)
{
	static char stdin_operand[] = "-";
	struct outfile *out = outfile_open(o->output);
	struct book book;

	if (!out)
		die("%s: %s", o->output, strerror(errno));
	if (book_open(&book, outfile_temporary(out), creation_time()))
		die("%s: %s", outfile_name(out), book.error);
	for (int i = 0; i < n; i++)
		add_table(o, &book, operands[i]);
	if (n == 0)
		add_table(o, &book, stdin_operand);
	if (book_close(&book))
		die("%s: %s", outfile_name(out), book.error);
	if (outfile_commit(out))
		die("cannot write %s: %s", outfile_name(out), strerror(errno));
}

static const char usage[] =
    "usage: csv2xlsx -o FILE [-q] [--csv | --tsv] [--total]\n"
    "                [TABLE | NAME=TABLE]...\n"
    "\n"
    "Turns tables into a workbook, one sheet each; without a table, or for "
    "'-',\n"
    "reads standard input. Sheets are called NAME or as their file.\n"
    "\n"
    "      --csv          tables are CSV; by default the first line tells\n"
    "  -h, --help         print this and exit\n"
    "  -o, --output FILE  the workbook; '-' is standard output\n"
    "  -q, --quiet        do not tell when a table needs a further sheet\n"
    "      --total        add a row with the totals of times and counts\n"
    "      --tsv          tables are TSV, as the tools here write it\n"
    "  -V, --version      print the version and exit\n"
    "\n"
    "Columns are known by their names: ids stay text, times have three\n"
    "decimals, percentages two; match, match_type and verdict colour their "
    "rows,\n"
    "delta and change columns are heat maps.\n"
    "\n"
    "  trace-align a.tsv b.tsv | csv2xlsx -o comparison.xlsx\n"
    "  csv2xlsx --total -o report.xlsx eager=a.csv compiled=b.csv\n";

static void
set_format(struct options *o, enum table_format format)
{
	if (o->format != TABLE_TOLD && o->format != format)
		opt_die("--csv and --tsv exclude each other");
	o->format = format;
}

static void
parse_options(struct options *o, int argc, char **argv)
{
	enum { CSV = OPT_OWN, TOTAL, TSV };
	static const struct option longopts[] = {
	    {"csv", no_argument, NULL, CSV},
	    {"help", no_argument, NULL, 'h'},
	    {"output", required_argument, NULL, 'o'},
	    {"quiet", no_argument, NULL, 'q'},
	    {"total", no_argument, NULL, TOTAL},
	    {"tsv", no_argument, NULL, TSV},
	    {"version", no_argument, NULL, 'V'},
	    {NULL, 0, NULL, 0},
	};
	int c;

	while ((c = getopt_long(argc, argv, "ho:qV", longopts, NULL)) != -1) {
		switch (c) {
		case CSV:
			set_format(o, TABLE_CSV);
			break;
		case 'h':
			opt_help(usage);
		case 'o':
			o->output = optarg;
			break;
		case 'q':
			o->quiet = true;
			break;
		case TOTAL:
			o->total = true;
			break;
		case TSV:
			set_format(o, TABLE_TSV);
			break;
		case 'V':
			opt_version();
		default:
			opt_wrong();
		}
	}
	if (!o->output)
		opt_die("-o FILE is needed; '-o -' is standard output");
	for (int i = optind; i < argc; i++)
		if (argv[i][0] == '=')
			opt_die("no name before '%s'", argv[i]);
}

int
main(int argc, char **argv)
{
	struct options options = {0};

	tool_start(argv);
	parse_options(&options, argc, argv);
	run(&options, argv + optind, argc - optind);
	return tool_finish(STATUS_OK);
}
