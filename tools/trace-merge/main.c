/*
 * trace-merge - merge tables of events into one, in the order of time
 *
 * Sorted tables are merged as they are read (merge.h). With --sort each table
 * is cut into sorted runs first: those that do not fit into memory go to
 * temporary files, which are tables, too. Runs and tables are merged in rounds
 * of at most AT_ONCE, so that neither descriptors nor buffers grow with their
 * number.
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/spill.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-merge/merge.h"

/* Tables read at once: each has buffers of some 200 KB and a descriptor. */
enum { AT_ONCE = 200 };

#define MEGABYTE ((size_t)1 << 20)

struct options {
	size_t megabytes; /* of records in memory with --sort */
	bool number;
	bool sort;
};

struct table {
	char *path;
	struct spill *spill; /* NULL for a table of the user's */
};

struct tables {
	struct table *table;
	size_t n, cap;
};

static void
add_table(struct tables *t, char *path, struct spill *spill)
{
	ARRAY_PUSH(t->table, t->n, &t->cap, (struct table){path, spill});
}

static void
free_tables(struct tables *t)
{
	for (size_t i = 0; i < t->n; i++)
		spill_close(t->table[i].spill);
	free(t->table);
}

static struct row_columns
find_columns(const struct tsv *in)
{
	return (struct row_columns){
	    .ts = xtsv_column(in, "ts_us", "trace-extract"),
	    .dur = xtsv_optional(in, "dur_us")};
}

static void
check_same_columns(const struct tsv *a, const struct tsv *b)
{
	int n = tsv_columns(a);
	bool same = n == tsv_columns(b);

	for (int i = 0; same && i < n; i++)
		same = span_equal(tsv_name(a, i), tsv_name(b, i));
	if (!same)
		die("%s: the columns differ from those of %s", tsv_file(b),
		    tsv_file(a));
}

/* Where merged lines go: to a spilled table, or to standard output. */
struct sink {
	struct spill *spill;
	struct tsvw *out;
	bool number;
	int64_t row;
};

static void
write_header(const struct sink *sink, const struct tsv *in)
{
	tsvw_names(sink->out, in);
	/* The input may be a spilled table, whose name tells nobody a thing. */
	if (sink->number && xtsv_optional(in, "row") != TSV_MISSING)
		die("--number: the input already has a column row");
	if (sink->number)
		tsvw_text(sink->out, span_of("row"));
	xtsvw_end_header(sink->out);
}

static void
write_line(struct sink *sink, struct span line)
{
	if (sink->spill) {
		spill_line(sink->spill, line);
		return;
	}
	tsvw_field(sink->out, line);
	if (sink->number)
		tsvw_int(sink->out, sink->row++);
	xtsvw_end(sink->out);
}

/* Opens tables and sees that they have the same columns. */
static struct tsv **
open_tables(const struct table *t, size_t n)
{
	struct tsv **in = xcalloc(n, sizeof(struct tsv *));

	for (size_t i = 0; i < n; i++) {
		in[i] = xtsv_open(&t[i].path, 1);
		check_same_columns(in[0], in[i]);
	}
	return in;
}

static void
merge_lines(struct tsv **in, size_t n, struct sink *sink)
{
	struct merge m;
	struct span line;
	int got;

	if (merge_open(&m, in, n, find_columns(in[0])))
		die_error(m.error);
	while ((got = merge_next(&m, &line)) == 1)
		write_line(sink, line);
	if (got < 0)
		die_error(m.error);
	merge_free(&m);
}

/* Merges tables into the sink, or, if that is NULL, into a spilled table. */
static struct spill *
merge_tables(const struct table *t, size_t n, struct sink *sink)
{
	struct tsv **in = open_tables(t, n);
	struct sink spilled = {.spill = sink ? NULL : spill_open(in[0])};

	if (sink)
		write_header(sink, in[0]);
	merge_lines(in, n, sink ? sink : &spilled);
	for (size_t i = 0; i < n; i++)
		tsv_close(in[i]);
	free(in);
	return spilled.spill;
}

/* One round: every AT_ONCE tables become one. */
static struct tables
merge_groups(const struct tables *t)
{
	struct tables merged = {0};

	for (size_t i = 0; i < t->n; i += AT_ONCE) {
		size_t n = t->n - i < AT_ONCE ? t->n - i : AT_ONCE;
		struct spill *s = merge_tables(t->table + i, n, NULL);

		add_table(&merged, spill_end(s), s);
	}
	return merged;
}

static void
write_rows(struct rows *rows, struct sink *sink)
{
	merge_rows_sort(rows);
	for (size_t i = 0; i < rows->n; i++)
		write_line(sink, merge_rows_line(rows, i));
}

/* Sorts the rows and writes them as a table of their own. */
static void
spill_rows(struct rows *rows, const struct tsv *header, struct tables *runs)
{
	struct spill *s = spill_open(header);

	write_rows(rows, &(struct sink){.spill = s});
	add_table(runs, spill_end(s), s);
	merge_rows_clear(rows);
}

/* Reads all records; whenever `memory` is used, they become a run. */
static void
read_runs(struct tsv *in, size_t memory, struct rows *rows, struct tables *runs)
{
	struct row_columns column = find_columns(in);
	int64_t ts;

	while (xtsv_next(in)) {
		if (merge_rows_time(in, &column, &ts) ||
		    merge_rows_add(rows, in, &column, ts))
			die_error(tsv_error(in));
		if (merge_rows_size(rows) >= memory)
			spill_rows(rows, in, runs);
	}
}

static void
merge_all(struct tables t, struct sink *sink)
{
	while (t.n > AT_ONCE) {
		struct tables merged = merge_groups(&t);

		free_tables(&t);
		t = merged;
	}
	merge_tables(t.table, t.n, sink);
	free_tables(&t);
}

static void
sort_all(const struct options *o, char *const *paths, int n, struct sink *sink)
{
	struct tsv *in = xtsv_open(paths, n);
	struct tables runs = {0};
	struct rows rows = {0};

	read_runs(in, o->megabytes * MEGABYTE, &rows, &runs);
	if (runs.n) {
		spill_rows(&rows, in, &runs);
		merge_rows_free(&rows);
		merge_all(runs, sink);
	} else {
		write_header(sink, in);
		write_rows(&rows, sink);
	}
	merge_rows_free(&rows);
	tsv_close(in);
}

static void
run(const struct options *o, char **paths, int n, struct tsvw *out)
{
	static char standard_input[] = "-";
	struct sink sink = {.out = out, .number = o->number};
	struct tables t = {0};

	if (o->sort) {
		sort_all(o, paths, n, &sink);
	} else {
		for (int i = 0; i < n; i++)
			add_table(&t, paths[i], NULL);
		if (n == 0)
			add_table(&t, standard_input, NULL);
		merge_all(t, &sink);
	}
	xtsvw_flush(out);
}

static const char usage[] =
    "usage: trace-merge [-hV] [OPTION...] [FILE...]\n"
    "Merge tables of events, each in time order, into one.\n"
    "\n"
    "  -h, --help       print this help\n"
    "  -V, --version    print the version\n"
    "      --memory MB  with --sort: keep about MB megabytes in memory (256)\n"
    "      --number     number the rows in a column row, from 0\n"
    "      --sort       accept rows in any order and sort them\n"
    "\n"
    "Rows are ordered by ts_us, longer events first, then by their bytes; the\n"
    "order of the files does not matter.\n"
    "FILE: events with the same columns, also gzipped; standard input if none\n"
    "or '-'.\n"
    "Exit status: 0 success, 2 error.\n";

int
main(int argc, char **argv)
{
	static struct tsvw out;
	struct options o = {.megabytes = 256};
	const struct opt table[] = {
	    {"memory", .size = &o.megabytes, .low = 1, .high = 1 << 20},
	    {"number", .on = &o.number},
	    {"sort", .on = &o.sort},
	    {0},
	};

	opt_parse(argc, argv, usage, table, NULL);
	tsvw_init(&out, STDOUT_FILENO);
	run(&o, argv + optind, argc - optind, &out);
	return tool_finish(STATUS_OK);
}
