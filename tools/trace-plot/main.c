/*
 * trace-plot - pictures of the tables that the tools print
 *
 * Columns that a kind of plot needs are read into memory; the kind writes a
 * script, and gnuplot draws. What decides where things are is here, so that no
 * text meets another: gnuplot does not know how wide a text will be.
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xrules.h"
#include "tools/trace-plot/draw.h"
#include "tools/trace-plot/plot.h"
#include "tools/trace-plot/script.h"

enum { UNDECIDED = -1 }; /* beside enum format */

struct options {
	const struct kind *kind;
	int format; /* enum format */
	bool quiet;
	const char *output, *pairs, *rules, *title;
};

static const char *const formats[] = {
    "svg", "png", "pdf", "html", "gnuplot", NULL};

/*
 * The user's title, or the kind's and the name of the table, unless that is in
 * the picture. Ends in a NUL.
 */
static void
add_title(struct buf *out, const struct options *o, const struct plot *p)
{
	struct span name = p->tables->frame[0].label;

	buf_add_text(out, o->title ? o->title : o->kind->title);
	if (!o->title && name.n &&
	    (!o->kind->named || p->tables->n < o->kind->named || p->unnamed))
		BUF_ADD_ALL(out, span_of(": "), name);
	buf_add(out, "", 1);
}

/* The picture of a script, or the script. */
static struct buf
render(const struct options *o, const struct plot *p, const char *title)
{
	int format = o->format;
	struct buf step[4] = {{0}}, *last = step;

	if (o->kind->page) {
		buf_add_span(last, buf_span(&p->script->body));
		return *last;
	}
	gnuplot_script(last, p->script, format, title, p->note);
	if (format != FORMAT_GNUPLOT) {
		gnuplot_run(last + 1, buf_span(last));
		last++;
	}
	if (format == FORMAT_SVG || format == FORMAT_HTML) {
		gnuplot_name(last + 1, buf_span(last), title);
		last++;
	}
	if (format == FORMAT_HTML) {
		gnuplot_page(last + 1, buf_span(last), title);
		last++;
	}
	for (struct buf *b = step; b < last; b++)
		buf_free(b);
	return *last;
}

static void
write_out(const struct options *o, struct span picture)
{
	static struct xtable to;

	xtable_open(&to, strcmp(o->output, "-") == 0 ? NULL : o->output);
	tsvw_lines(&to.out, picture);
	xtable_close(&to);
}

static int
plot(const struct options *o, struct frames *tables, const struct frame *pairs)
{
	struct script script = {0};
	struct rules *rules = xrules_open(o->rules, NULL);
	struct plot p = {.tables = tables,
	    .pairs = pairs,
	    .rules = rules,
	    .script = &script,
	    .title = o->title};
	struct buf picture = {0}, title = {0};
	int drawn;

	group_open(&p);
	drawn = o->kind->draw(&p);
	if (drawn < 0)
		die_error(p.trouble);
	if (drawn == 0 && !o->quiet)
		warn("nothing to draw%s%s", p.trouble ? ": " : "",
		    p.trouble ? p.trouble : "");
	if (p.note[0] && !o->quiet)
		warn("%s", p.note);
	if (drawn) {
		add_title(&title, o, &p);
		picture = render(o, &p, title.p);
		write_out(o, buf_span(&picture));
	}
	buf_free(&picture);
	buf_free(&title);
	buf_free(&script.body);
	buf_free(&script.text);
	free(p.known);
	rules_free(rules);
	return drawn ? STATUS_OK : STATUS_NO;
}

static int
run(const struct options *o, char **operand, int n)
{
	static char standard_input[] = "-", *none[] = {standard_input};
	struct frames tables = {.texts = pool_new()};
	struct labelled table[FRAMES_MOST];
	struct frame pairs = {0};
	int status;

	if (n == 0) {
		operand = none;
		n = 1;
	}
	if ((size_t)n > o->kind->most)
		opt_die("%s takes at most %zu table%s", o->kind->name,
		    o->kind->most, o->kind->most == 1 ? "" : "s");
	opt_labels(table, operand, n);
	for (int i = 0; i < n; i++)
		tables.frame[tables.n++] = xframe_read(
		    tables.texts, table[i], o->kind->wish, o->kind->wishes);
	if (o->pairs)
		pairs = xframe_read(tables.texts,
		    (struct labelled){.path = o->pairs}, timeline_pairs,
		    TIMELINE_PAIRS);
	status = plot(o, &tables, o->pairs ? &pairs : NULL);
	free(pairs.cell);
	frames_free(&tables);
	return status;
}

static const char usage[] =
    "usage: trace-plot [-hqV] [-o FILE] [OPTION...] KIND [[LABEL=]TABLE...]\n"
    "Draw tables of the other tools, as SVG, PNG or a web page.\n"
    "\n"
    "  -h, --help           print this help\n"
    "  -o, --output FILE    write this file; its suffix decides the format\n"
    "  -q, --quiet          do not report omitted rows\n"
    "  -V, --version        print the version\n"
    "      --exit-zero      exit with 0 even if there is nothing to draw\n"
    "      --format FORMAT  svg (default), png, pdf, html, or gnuplot: the script\n"
    "      --pairs TABLE    connect the kernels of a timeline, by trace-align\n"
    "      --rules FILE     try these rules before the built-in ones\n"
    "      --title TEXT     the title\n"
    "\n"
    "KIND, and the tool that prints its table; the page names its options:\n"
    "  alignment  two sequences side by side, on a page: trace-align\n"
    "  breakdown  time by kind of work: trace-extract, trace-stats\n"
    "  critical   the critical path above the streams: trace-critical, trace-extract\n"
    "  cycles     the period of each repeat: trace-cycles\n"
    "  histogram  distribution of durations: trace-stats\n"
    "  history    measurements over many runs: trace-history\n"
    "  memory     memory over time, and what holds it: trace-memory\n"
    "  ranks      waiting time by rank: trace-collectives\n"
    "  roofline   operators below the roofline: trace-perf\n"
    "  sequences  the same page for two tables: trace-extract, trace-cycles\n"
    "  timeline   kernels by stream: trace-extract, trace-cut\n"
    "  waterfall  what changed from A to B: trace-align, trace-compare\n"
    "\n"
    "Exit status: 0 success, 1 nothing to draw, 2 error.\n";

static const struct kind *
find_kind(const char *name)
{
	struct buf all = {0};

	for (const struct kind *const *k = plot_kinds; *k; k++)
		if (strcmp((*k)->name, name) == 0)
			return *k;
	for (const struct kind *const *k = plot_kinds; *k; k++)
		buf_add_format(&all, "%s%s", all.n ? ", " : "", (*k)->name);
	opt_die("'%s' is not a kind of plot; the kinds are %.*s", name,
	    (int)all.n, all.p);
}

/* The format that a file's name asks for, or UNDECIDED. */
static int
format_of(const char *path)
{
	static const char *const ends[] = {
	    ".svg", ".png", ".pdf", ".html", ".gp"};

	for (size_t i = 0; i < COUNT(ends); i++)
		if (span_ends(span_of(path), ends[i]))
			return (int)i;
	return UNDECIDED;
}

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {.format = UNDECIDED, .output = "-"};
	const struct opt table[] = {
	    {"exit-zero", .on = &tool_exits_zero},
	    {"format", .choice = &o.format, .words = formats},
	    {"output", 'o', .text = &o.output},
	    {"pairs", .text = &o.pairs},
	    {"quiet", 'q', .on = &o.quiet},
	    {"rules", .text = &o.rules},
	    {"title", .text = &o.title},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	if (optind == argc)
		opt_die("needs a kind of plot");
	o.kind = find_kind(argv[optind++]);
	if (o.format == UNDECIDED)
		o.format = format_of(o.output);
	if (o.format == UNDECIDED)
		o.format = o.kind->page ? FORMAT_HTML : FORMAT_SVG;
	if (o.kind->page && o.format != FORMAT_HTML)
		opt_die("%s is a page: --format html", o.kind->name);
	if (o.pairs && strcmp(o.kind->name, "timeline") != 0)
		opt_die("--pairs is for timeline");
	return o;
}

int
main(int argc, char **argv)
{
	struct options o = parse_options(argc, argv);

	return tool_finish(run(&o, argv + optind, argc - optind));
}
