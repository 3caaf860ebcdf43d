/*
 * csv2xlsx - turn tables into a workbook
 *
 * One sheet a table, in the order of the operands; what a column's name tells
 * (common/meaning/column.h) decides how its values are shown.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/outfile.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/table/table.h"
#include "tools/csv2xlsx/sheet.h"

/* A workbook's date of creation: 1980, as in the zip file's members. */
#define CREATED INT64_C(315532800)
#define LATEST INT64_C(253402300799) /* the end of the year 9999 */

enum {
	AHEAD = 10000, /* records that decide on the short names of kernels */
	LEVEL = 2      /* of deflate, unless the user says otherwise */
};

struct options {
	struct charts charts;
	const char *output;
	int64_t level; /* of deflate */
	bool csv, tsv; /* every table is; neither: its first line tells */
	bool quiet;
	struct sheet_totals totals;
};

/* A table on its way into sheets of that name. */
struct job {
	char *name;
	struct table *table;
	int ahead; /* records that were read ahead */
	struct sheet *sheet;
	lxw_worksheet *worksheet;
};

static void
begin_sheet(struct job *job, struct book *book)
{
	job->worksheet = book_add_sheet(book, job->name);
	sheet_begin(job->sheet, job->worksheet);
}

static void
end_sheet(
    struct options *o, const struct job *job, struct book *book, bool last)
{
	bool all = sheet_rows(job->sheet) == (lxw_row_t)job->ahead;
	struct chart_area area = {.last = sheet_rows(job->sheet),
	    .first = all ? 0 : -1,
	    .top = 1,
	    .right = table_columns(job->table) + 1};

	charts_draw(&o->charts, book->workbook, job->worksheet, job->name,
	    job->table, &area);
	sheet_end(job->sheet, last,
	    charts_rows_on(&o->charts, job->name, (struct span){0},
		sheet_rows(job->sheet)));
	book_end_sheet(book, o->output);
}

static void
go_on(struct options *o, struct job *job, struct book *book)
{
	end_sheet(o, job, book, false);
	begin_sheet(job, book);
	if (!o->quiet)
		warn("%s: more rows than a sheet holds: the rest is in sheet "
		     "'%s'",
		    table_file(job->table), job->worksheet->name);
}

/* The table's next record; false after the last. */
static bool
next(struct table *t)
{
	int got = table_next(t);

	if (got < 0)
		die("%s", table_error(t));
	return got > 0;
}

/* A page; all its records were read ahead. */
static void
add_page(struct options *o, struct job *job, struct book *book)
{
	job->worksheet = book_add_sheet(book, job->name);
	page_write(job->table, job->ahead, book, job->worksheet, job->name,
	    &o->charts);
	book_end_sheet(book, o->output);
	/* the rest is read only for its errors */
	while (next(job->table))
		;
}

static void
add_sheets(struct options *o, struct job *job, struct book *book)
{
	job->sheet = sheet_new(job->table, job->ahead, book,
	    sheet_totals_wanted(&o->totals, job->name));
	begin_sheet(job, book);
	while (!book->rows.error && next(job->table)) {
		if (sheet_is_full(job->sheet))
			go_on(o, job, book);
		sheet_row(job->sheet);
	}
	end_sheet(o, job, book, true);
	sheet_free(job->sheet);
}

/* The name of a sheet, before it is made different; allocated. */
static char *
name_of(const struct labelled *t)
{
	if (t->label.n)
		return xstrndup(t->label.p, t->label.n);
	if (strcmp(t->path, "-") == 0)
		return xstrdup("Sheet1");
	return sheet_names_of_file(t->path);
}

static void
add_table(struct options *o, struct book *book, const struct labelled *t)
{
	struct job job = {.name = name_of(t)};

	tool_writes(o->output, t->path);
	job.table = table_open(t->path,
	    o->csv       ? TABLE_CSV
		: o->tsv ? TABLE_TSV
			 : TABLE_TOLD);
	if (table_header(job.table))
		die("%s", table_error(job.table));
	job.ahead = table_look(job.table, AHEAD);
	if (page_is(job.table, job.ahead, AHEAD))
		add_page(o, &job, book);
	else
		add_sheets(o, &job, book);
	table_close(job.table);
	free(job.name);
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
		die("SOURCE_DATE_EPOCH is not a number of seconds: %s", text);
	return seconds ? seconds : 1; /* to the library 0 is the present */
}

static void
run(struct options *o, const struct labelled *tables, int n)
{
	struct outfile *out = outfile_open(o->output);
	struct book book;

	if (!out)
		die("%s: %s", o->output, strerror(errno));
	book_open(&book, out, creation_time(), (int)o->level);
	for (int i = 0; i < n; i++)
		add_table(o, &book, &tables[i]);
	if (n == 0)
		add_table(o, &book, &(struct labelled){.path = "-"});
	charts_end(&o->charts);
	sheet_totals_end(&o->totals);
	if (book.legend.rows || book.legend.group) {
		book_add_legend(&book);
		book_end_sheet(&book, o->output);
	}
	book_close(&book);
	if (outfile_commit(out))
		die("cannot write %s: %s", book.name, strerror(errno));
}

static const char usage[] =
    "usage: csv2xlsx [-hqV] -o FILE [--chart S,T,X,Y] [--compress N] [--csv|--tsv]\n"
    "                [--total[=SHEET]] [[NAME=]TABLE...]\n"
    "Write tables to a workbook, one sheet for each, called NAME or like its file.\n"
    "\n"
    "      --chart S,T,X,Y  beside table S, add a chart of type T (bar, column, line,\n"
    "                       loglog, stacked) that shows column Y, or several, by X\n"
    "      --compress N     compress with level N, 1 (fast) to 9 (small) (2)\n"
    "      --csv            the tables are CSV\n"
    "  -h, --help           print this help\n"
    "  -o, --output FILE    the workbook; '-' is standard output\n"
    "  -q, --quiet          do not report that a table needs more sheets\n"
    "      --total[=SHEET]  add a row with the totals of times and counts, to all\n"
    "                       sheets or to this one\n"
    "      --tsv            the tables are TSV\n"
    "  -V, --version        print the version\n"
    "\n"
    "TABLE: CSV or TSV with a header, also gzipped; standard input if none or '-'.\n"
    "The first line tells whether it is CSV or TSV.\n"
    "The name of a column decides its format: ids are text, times have three\n"
    "decimals, percentages two. match, status, verdict and others colour rows, as\n"
    "a sheet 'Legend' explains; changes are heat maps. Text is never a formula.\n"
    "Exit status: 0 success, 2 error.\n";

/* A forgotten FILE makes the first table -o's: it would not be one any more. */
static void
set_output(void *o, const char *name)
{
	static const char *const tables[] = {
	    ".csv", ".tsv", ".csv.gz", ".tsv.gz"};

	for (size_t i = 0; i < COUNT(tables); i++)
		if (span_ends(span_of(name), tables[i]))
			opt_die(
			    "-o %s: this is a name for a table, not for a workbook",
			    name);
	((struct options *)o)->output = name;
}

static void
add_chart(void *o, const char *text)
{
	charts_add(&((struct options *)o)->charts, text);
}

static void
add_total(void *o, const char *sheet)
{
	sheet_totals_add(&((struct options *)o)->totals, sheet);
}

int
main(int argc, char **argv)
{
	struct options o = {.level = LEVEL};
	struct labelled *tables;
	const struct opt table[] = {
	    {"chart", .call = add_chart, .times = OPT_LIST},
	    {"compress", .number = &o.level, .low = 1, .high = 9},
	    {"csv", .on = &o.csv},
	    {"output", 'o', .call = set_output},
	    {"quiet", 'q', .on = &o.quiet},
	    {"total", .call = add_total, .value = OPT_VALUE_OPTIONAL},
	    {"tsv", .on = &o.tsv},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	if (o.csv && o.tsv)
		opt_die("--csv and --tsv are mutually exclusive");
	if (!o.output)
		opt_die("-o FILE is needed; '-o -' is standard output");
	tables = xcalloc((size_t)argc, sizeof *tables);
	opt_labels(tables, argv + optind, argc - optind);
	tool_reads("a table", argv + optind, argc - optind);
	run(&o, tables, argc - optind);
	free(tables);
	return tool_finish(STATUS_OK);
}
