/*
 * tsv2txt - show tab-separated records as a table that fits the terminal
 *
 * The first SAMPLE records are kept until they have told how wide the columns
 * are; those behind are printed as they come. So memory has a bound, and of a
 * table of millions of records the first screen comes soon.
 */
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/cli/die.h"
#include "common/bytes/fixed.h"
#include "common/input/lines.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/tsv2txt/layout.h"
#include "tools/tsv2txt/view.h"

enum { SAMPLE = 10000, FLUSH_AT = 64 * 1024, USUAL_WIDTH = 80 };

struct table {
	struct tsv *in;
	struct view *view;
	struct span *fields; /* of a record */
	size_t n;
	struct buf sample; /* lines, each with its LF */
	struct buf out;
};

static void
split(struct table *t, struct span line)
{
	lines_split(line, '\t', t->fields, t->n);
}

/* Looks at the first records and keeps them; returns false at the end. */
static bool
read_sample(struct table *t)
{
	for (int i = 0; i < SAMPLE; i++) {
		struct span line;

		if (!xtsv_next(t->in))
			return false;
		line = tsv_line(t->in);
		split(t, line);
		if (view_look(t->view, t->fields))
			die_memory();
		xbuf_add(&t->sample, line.p, line.n);
		xbuf_add(&t->sample, "\n", 1);
	}
	return true;
}

static void
print_record(struct table *t, struct span line)
{
	split(t, line);
	if (view_record(t->view, t->fields, &t->out))
		die_memory();
	if (t->out.n >= FLUSH_AT)
		xbuf_write(&t->out);
}

static void
print_sample(struct table *t)
{
	struct span rest = buf_span(&t->sample);

	while (rest.n) {
		const char *lf = memchr(rest.p, '\n', rest.n);
		size_t n = (size_t)(lf - rest.p);

		print_record(t, (struct span){rest.p, n});
		rest.p += n + 1;
		rest.n -= n + 1;
	}
	buf_free(&t->sample);
}

static void
run(struct tsv *in, struct view_options options)
{
	struct table t = {.in = in, .n = (size_t)tsv_columns(in)};
	struct span *names = xcalloc(t.n, sizeof *names);
	bool more;

	t.fields = xcalloc(t.n, sizeof *t.fields);
	for (size_t i = 0; i < t.n; i++)
		names[i] = tsv_name(in, (int)i);
	t.view = view_new(names, (int)t.n, options);
	if (!t.view)
		die_memory();
	more = read_sample(&t);
	if (view_header(t.view, names, !more, &t.out))
		die_memory();
	print_sample(&t);
	while (more && xtsv_next(in))
		print_record(&t, tsv_line(in));
	if (view_notes(t.view, names, &t.out))
		die_memory();
	xbuf_write(&t.out);
	buf_free(&t.out);
	free(t.fields);
	free(names);
	view_free(t.view);
}

static const char usage[] =
    "usage: tsv2txt [-hV] [--all] [--color[=WHEN]] [--width N] [FILE...]\n"
    "Show TSV, the stream between the trace tools, as a table for people.\n"
    "\n"
    "      --all            show all columns, on several lines if necessary\n"
    "      --color[=WHEN]   color by match and change: auto (if stdout is a\n"
    "                       terminal), always (without WHEN) or never\n"
    "  -h, --help           print this help\n"
    "  -V, --version        print the version\n"
    "      --width N        fit the table into N columns; default: the width of the\n"
    "                       terminal, or as many as the table needs\n"
    "\n"
    "If the table is too wide, long texts lose their middle. Then columns are left\n"
    "out: first those with one value in all rows, then those on the right; a line\n"
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

static size_t
terminal_width(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	int64_t n;

	if (!isatty(STDOUT_FILENO))
		return LAYOUT_UNLIMITED;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col)
		return size.ws_col;
	if (columns && !fixed_parse_int(span_of(columns), &n) && n > 0)
		return (size_t)n;
	return USUAL_WIDTH;
}

static bool
parse_color(const char *when)
{
	if (!when || strcmp(when, "always") == 0)
		return true;
	if (strcmp(when, "auto") == 0)
		return color_is_welcome();
	if (strcmp(when, "never") != 0)
		opt_die("--color wants auto, always or never, not '%s'", when);
	return false;
}

static void
parse_options(struct view_options *o, int argc, char **argv)
{
	enum { ALL = OPT_OWN, COLOR, WIDTH };
	static const struct option table[] = {{"all", no_argument, NULL, ALL},
	    {"color", optional_argument, NULL, COLOR},
	    {"help", no_argument, NULL, 'h'},
	    {"version", no_argument, NULL, 'V'},
	    {"width", required_argument, NULL, WIDTH}, {NULL, 0, NULL, 0}};
	int c;

	while ((c = getopt_long(argc, argv, "hV", table, NULL)) != -1)
		switch (c) {
		case ALL:
			o->all = true;
			break;
		case COLOR:
			o->color = parse_color(optarg);
			break;
		case 'h':
			opt_help(usage);
		case 'V':
			opt_version();
		case WIDTH:
			o->width =
			    (size_t)opt_int("--width", optarg, 1, 1000000);
			break;
		default:
			opt_wrong();
		}
}

int
main(int argc, char **argv)
{
	struct view_options o = {0};
	struct tsv *in;

	tool_start(argv);
	setlocale(LC_CTYPE, "");
	o.utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	o.color = color_is_welcome();
	o.width = terminal_width();
	parse_options(&o, argc, argv);
	in = xtsv_open(argv + optind, argc - optind);
	run(in, o);
	tsv_close(in);
	return tool_finish(STATUS_OK);
}
