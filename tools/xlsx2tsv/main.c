/*
 * xlsx2tsv - a sheet of a workbook as a table
 *
 * The file is kept in memory, and of its members one at a time.
 */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/xlsx2tsv/workbook.h"

struct options {
	bool list;
	const char *sheet; /* NULL: the first */
};

/* The output for the rows of a sheet. */
struct table {
	struct tsvw *out;
	const char *file;
	size_t columns;
	int64_t rows;
};

static struct buf
read_file(const char *path)
{
	char block[1 << 16];
	struct buf bytes = {0};
	size_t n;

	if (strcmp(path, "-") != 0 && !freopen(path, "rb", stdin))
		die("%s: %s", path, strerror(errno));
	while ((n = fread(block, 1, sizeof block, stdin)) > 0)
		buf_add(&bytes, block, n);
	if (ferror(stdin))
		die("%s: %s", path, strerror(errno));
	return bytes;
}

/* The first row says how many columns there are; others may end earlier. */
static int
write_row(void *to, const struct span *cell, size_t n)
{
	struct table *t = to;

	t->rows++;
	if (t->rows == 1)
		t->columns = n;
	while (n > t->columns && cell[n - 1].n == 0)
		n--;
	if (n > t->columns)
		die("%s: row %lld: %zu cells, the header has %zu: this "
		    "sheet is not a table; --list prints all names",
		    t->file, (long long)t->rows, n, t->columns);
	for (size_t i = 0; i < t->columns; i++)
		tsvw_text(t->out, i < n ? cell[i] : (struct span){NULL, 0});
	xtsvw_end(t->out);
	return 0;
}

static size_t
find_sheet(const struct workbook *b, const char *name, const char *file)
{
	for (size_t i = 0; i < b->sheets; i++)
		if (!name || strcmp(workbook_sheet_name(b, i), name) == 0)
			return i;
	if (name)
		die("%s: there is no sheet '%s'", file, name);
	die("%s: there is no sheet", file);
}

static void
list_sheets(const struct workbook *b, struct tsvw *out)
{
	for (size_t i = 0; i < b->sheets; i++) {
		tsvw_text(out, span_of(workbook_sheet_name(b, i)));
		xtsvw_end(out);
	}
}

static void
run(const struct options *o, const char *path, struct tsvw *out)
{
	const char *file = strcmp(path, "-") == 0 ? "standard input" : path;
	struct buf bytes = read_file(path);
	struct table t = {.out = out, .file = file};
	struct workbook book;

	if (workbook_open(&book, bytes.p, bytes.n))
		die("%s: %s", file, book.error);
	if (o->list)
		list_sheets(&book, out);
	else if (workbook_read(
		     &book, find_sheet(&book, o->sheet, file), write_row, &t))
		die("%s: %s", file, book.error);
	else if (t.rows == 0)
		die("%s: no header: the sheet is empty", file);
	xtsvw_flush(out);
	workbook_close(&book);
	buf_free(&bytes);
}

static const char usage[] =
    "usage: xlsx2tsv [-hlV] [-s NAME] [FILE]\n"
    "Print a sheet of a workbook as a table: the values, without formats.\n"
    "\n"
    "  -h, --help        print this help\n"
    "  -l, --list        print the names of the sheets, one per line\n"
    "  -s, --sheet NAME  the sheet of this name (default: the first)\n"
    "  -V, --version     print the version\n"
    "\n"
    "FILE: an .xlsx file; standard input if none or '-'.\n"
    "Exit status: 0 success, 2 error.\n";

int
main(int argc, char **argv)
{
	static struct tsvw out;
	struct options o = {0};
	const struct opt table[] = {
	    {"list", 'l', .on = &o.list},
	    {"sheet", 's', .text = &o.sheet},
	    {0},
	};

	opt_parse(argc, argv, usage, table, NULL);
	if (argc - optind > 1)
		opt_die("takes one workbook");
	tsvw_init(&out, STDOUT_FILENO);
	run(&o, optind < argc ? argv[optind] : "-", &out);
	return tool_finish(STATUS_OK);
}
