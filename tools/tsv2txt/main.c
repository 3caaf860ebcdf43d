/*
 * tsv2txt - show tab-separated records as a table that fits the terminal
 *
 * The first SAMPLE records are kept until they have told how wide the columns
 * are; those behind are printed as they come. So memory has a bound, and of a
 * table of millions of records the first screen comes soon.
 */
#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/number.h"
#include "common/bytes/order.h"
#include "common/bytes/span.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/input/lines.h"
#include "common/meaning/column.h"
#include "tools/tsv2txt/view.h"

/* How wide a table may be when --width does not say it. */

enum { WIDTH_MOST = 1000000 }; /* that --width takes */

enum {
	USUAL_WIDTH = 80, /* of a terminal that does not tell */
	FILE_WIDTH = 120  /* of a file or pipe */
};

/*
 * The columns of the terminal that is standard output, by the system, else by
 * $COLUMNS, else 80. Where standard output is no terminal: $COLUMNS, else 120.
 */
static size_t
width_default(void)
{
	const char *columns = getenv("COLUMNS");
	bool terminal = isatty(STDOUT_FILENO);
	struct winsize size;
	int64_t n;

	if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
	    size.ws_col)
		return size.ws_col;
	if (columns && !fixed_parse_int(span_of(columns), &n) && n > 0 &&
	    n <= WIDTH_MOST)
		return (size_t)n;
	return terminal ? USUAL_WIDTH : FILE_WIDTH;
}

/* The records with the largest shares, where people need not see all. */

/* A record's share and its place in the table. */
struct entry {
	double share; /* -INFINITY: it has none */
	size_t index;
};

/* Zeroed, it has no records. */
struct top {
	struct entry *entry; /* of each record */
	bool *shown;
	size_t n, cap;
	size_t hidden; /* records, of which */
	size_t next;   /* this one has the largest share, */
	size_t none;   /* and this many have none */
};

/* Adds a record with its share. */
static void
top_add(struct top *t, struct span share)
{
	struct entry e = {.share = -INFINITY, .index = t->n};

	if (number_is(share) && share.n <= NUMBER_TEXT)
		e.share = number_read(share);
	ARRAY_PUSH(t->entry, t->n, &t->cap, e);
}

ORDER_BY(compare, struct entry, DOWN(share), UP(index))

/*
 * Decides which `most` records are shown: those with the largest shares, of
 * equal ones the first.
 */
static void
top_choose(struct top *t, size_t most)
{
	t->shown = xcalloc(t->n + 1, sizeof *t->shown);
	ARRAY_SORT(t->entry, t->n, compare);
	for (size_t i = 0; i < t->n && i < most; i++)
		t->shown[t->entry[i].index] = true;
	t->hidden = t->n > most ? t->n - most : 0;
	t->next = t->hidden ? t->entry[most].index : 0;
	for (size_t i = most; i < t->n; i++)
		t->none += t->entry[i].share == -INFINITY;
}

enum {
	SAMPLE = 10000,
	FLUSH_AT = 64 * 1024,
	CYCLES = 12 /* of a table of cycles people look at */
};

struct options {
	struct view_options view;
	size_t top; /* records; 0: the usual */
};

struct table {
	struct tsv *in;
	struct view *view;
	struct span *fields; /* of a record */
	size_t n;
	struct buf sample; /* lines, each with its LF */
	struct top top;
	int share; /* column of shares, which decide what is shown, or -1 */
	struct buf out;
};

static void
split(const struct table *t, struct span line)
{
	lines_split(line, '\t', t->fields, t->n);
}

/* Keeps the first records and their names; returns false at the end. */
static bool
read_sample(struct table *t)
{
	for (int i = 0; i < SAMPLE; i++) {
		struct span line;

		if (!xtsv_next(t->in))
			return false;
		line = tsv_line(t->in);
		split(t, line);
		view_names(t->view, t->fields);
		if (t->share >= 0)
			top_add(&t->top, t->fields[t->share]);
		BUF_ADD_ALL(&t->sample, line, span_of("\n"));
	}
	return true;
}

static void
look_at_sample(struct table *t)
{
	struct span rest = buf_span(&t->sample);

	view_choose_names(t->view);
	for (size_t i = 0; rest.n; i++) {
		struct span line = span_take(&rest, '\n');

		if (t->top.hidden && !t->top.shown[i])
			continue;
		split(t, line);
		view_look(t->view, t->fields);
	}
}

static void
print_record(struct table *t, struct span line)
{
	split(t, line);
	view_record(t->view, t->fields, &t->out);
	if (t->out.n >= FLUSH_AT)
		xbuf_write(&t->out);
}

static void
print_sample(struct table *t)
{
	struct span rest = buf_span(&t->sample);

	for (size_t i = 0; rest.n; i++) {
		struct span line = span_take(&rest, '\n');

		if (!t->top.hidden || t->top.shown[i])
			print_record(t, line);
	}
}

/*
 * The column that says which records matter most. That of a table of cycles
 * limits it unasked; any other table is shown whole, unless --top is given.
 */
static int
find_share(const struct tsv *in, const struct options *o)
{
	int column = tsv_find(in, "coverage_pct");

	if (column >= 0 && (o->top || tsv_find(in, "structure") >= 0))
		return column;
	for (int i = 0; o->top && i < tsv_columns(in); i++)
		if (column_of(tsv_name(in, i)).kind == COLUMN_PERCENT)
			return i;
	if (o->top)
		die("--top: no column gives the share of each record, as pct does");
	return -1;
}

/* The last line, on hidden records; empty if there are none. */
static struct span
hidden_records(
    const struct table *t, const struct options *o, char *text, size_t size)
{
	const struct top *top = &t->top;
	const char *advice = o->view.all ? "" : ": see --all";
	struct span name, share;

	if (top->hidden == 0)
		return (struct span){"", 0};
	name = tsv_name(t->in, t->share);
	split(t, span_part(buf_span(&t->sample), '\n', top->next));
	share = t->fields[t->share];
	if (top->none == top->hidden)
		snprintf(text, size, "%zu more, without %.*s%s", top->hidden,
		    (int)name.n, name.p, advice);
	else
		snprintf(text, size, "%zu more, with %.*s %.*s or less%s%s",
		    top->hidden, (int)name.n, name.p, (int)share.n, share.p,
		    top->none ? " or none" : "", advice);
	return span_of(text);
}

static void
print_table(struct table *t, const struct span *names, const struct options *o)
{
	char text[256];
	bool more = read_sample(t);

	if (!more && t->sample.n && !o->view.all && sections_are(names, t->n)) {
		sections_print(
		    buf_span(&t->sample), names, t->n, o->view, &t->out);
		xbuf_write(&t->out);
		return;
	}
	/* A table that goes on after the sample is shown whole. */
	if (t->share >= 0 && !more && (o->top || !o->view.all))
		top_choose(&t->top, o->top ? o->top : CYCLES);
	look_at_sample(t);
	view_header(t->view, names, !more, &t->out);
	print_sample(t);
	while (more && xtsv_next(t->in))
		print_record(t, tsv_line(t->in));
	view_notes(
	    t->view, names, hidden_records(t, o, text, sizeof text), &t->out);
	xbuf_write(&t->out);
}

static void
run(struct tsv *in, const struct options *o)
{
	struct table t = {.in = in, .n = (size_t)tsv_columns(in)};
	struct span *names = xcalloc(t.n, sizeof *names);

	t.fields = xcalloc(t.n, sizeof *t.fields);
	t.share = find_share(in, o);
	for (size_t i = 0; i < t.n; i++)
		names[i] = tsv_name(in, (int)i);
	t.view = view_new(names, (int)t.n, o->view);
	print_table(&t, names, o);
	free(t.top.entry);
	free(t.top.shown);
	buf_free(&t.sample);
	buf_free(&t.out);
	free(t.fields);
	free(names);
	view_free(t.view);
}

static const char usage[] =
    "usage: tsv2txt [-hV] [--all] [--color[=WHEN]] [--full-names] [--top N]\n"
    "               [--width N] [FILE...]\n"
    "Show TSV, the stream between the trace tools, as a table for people.\n"
    "\n"
    "      --all            show all columns, on several lines if necessary, and\n"
    "                       all rows unless --top says how many\n"
    "      --color[=WHEN]   color by match and change: auto (if stdout is a\n"
    "                       terminal), always (without WHEN) or never\n"
    "      --full-names     do not shorten the names of kernels\n"
    "  -h, --help           print this help\n"
    "      --top N          show the N rows with the largest share and count the\n"
    "                       rest; default: 12 of a table of cycles\n"
    "  -V, --version        print the version\n"
    "      --width N        fit the table into N columns; default: the width of the\n"
    "                       terminal; without one $COLUMNS, or else 120\n"
    "\n"
    "If the table is too wide, long texts lose their middles. Then columns are left\n"
    "out: first those with one value in all rows, then the least useful; a line\n"
    "below the table names them.\n"
    "FILE: TSV with a header, also gzipped; standard input if none or '-'.\n"
    "Several files must have the same header and are read as one table.\n"
    "Exit status: 0 success, 2 error.\n";

/* As ls(1) does, and https://no-color.org has it. */
static bool
color_is_welcome(void)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(STDOUT_FILENO) && !(no && *no) && term &&
	    strcmp(term, "dumb") != 0;
}

static void
set_color(void *p, const char *when)
{
	struct options *o = p;

	if (!when || strcmp(when, "always") == 0)
		o->view.color = true;
	else if (strcmp(when, "auto") == 0)
		o->view.color = color_is_welcome();
	else if (strcmp(when, "never") == 0)
		o->view.color = false;
	else
		opt_die("--color takes auto, always or never, not '%s'", when);
}

int
main(int argc, char **argv)
{
	struct options o = {0};
	const struct opt table[] = {
	    {"all", .on = &o.view.all},
	    {"color", .call = set_color, .value = OPT_VALUE_OPTIONAL},
	    {"full-names", .on = &o.view.full_names},
	    {"top", .size = &o.top, .low = 1, .high = SAMPLE},
	    {"width", .size = &o.view.width, .low = 1, .high = WIDTH_MOST},
	    {0},
	};
	struct tsv *in;

	setlocale(LC_CTYPE, "");
	o.view.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	o.view.color = color_is_welcome();
	o.view.width = width_default();
	opt_parse(argc, argv, usage, table, &o);
	in = xtsv_open(argv + optind, argc - optind);
	run(in, &o);
	tsv_close(in);
	return tool_finish(STATUS_OK);
}
