/*
 * trace-critical - what bounds a step: the critical path
 *
 * All rows are kept, as points that others precede (points.h, edges.h). The
 * path is walked back from the end of a window, along what bound each point.
 */
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "common/cli/xrules.h"
#include "tools/trace-critical/critical_path.h"
#include "tools/trace-critical/print_path.h"

struct options {
	const char *pairs, *rules, *within, *keys;
	const char *operations, *edges; /* files to write, or NULL */
	int64_t begin, end;             /* ns; INT64_MIN: not given */
	int64_t instance;
	bool hta, list, slack, quiet;
};

/* Where the rows go, and what is needed for them. */
struct printer {
	struct tsvw *out;
	const struct points *rows;
	struct rules *rules;
	struct lags lags; /* for the slack and the files */
	struct key key;
	bool list, slack, hta;
};

static void
read_pairs(struct points *r, const char *path)
{
	struct tsv *in = xtsv_open_file(path);
	int src = xtsv_column(in, "src_row", "trace-pair");
	int dst = xtsv_column(in, "dst_row", "trace-pair");
	struct links_pair *pair = NULL;
	size_t n = 0, cap = 0;

	while (xtsv_next(in)) {
		int64_t a, b;

		if (!tsv_field(in, src).n || !tsv_field(in, dst).n)
			continue;
		a = xtsv_int(in, src);
		b = xtsv_int(in, dst);
		if (a < 0 || b < 0 || a >= r->lines || b >= r->lines)
			xtsv_fail(in, "the table has no such row",
			    tsv_field(in, a < 0 || a >= r->lines ? src : dst));
		ARRAY_PUSH(pair, n, &cap,
		    (struct links_pair){(uint32_t)a, (uint32_t)b});
	}
	links_collectives(r, pair, n);
	free(pair);
	tsv_close(in);
}

static void
print_header(struct printer *p, const struct tsv *in)
{
	key_write_names(p->out, &p->key, in);
	if (p->list) {
		tsvw_titles(p->out, "bound time_us pct");
	} else {
		if (p->slack)
			tsvw_text(p->out, span_of("slack_us"));
		tsvw_titles(p->out, "start_us dur_us");
		if (!p->slack)
			tsvw_text(p->out, span_of("bound"));
		if (p->hta)
			tsvw_titles(p->out, "edge src dst");
		print_field_names(p->out);
	}
	xtsvw_header(p->out);
}

static void
print_key(struct printer *p, const struct window *w)
{
	if (w->key != NONE)
		key_write(p->out, &p->key, pool_get(p->rows->keys, w->key));
}

static void
print_parts(struct printer *p, const struct window *w, const struct path *path)
{
	for (size_t i = path->n; i-- > 0;) {
		const struct part *part = &path->part[i];
		enum bound bound = bound_of(p->rows, p->rules, part);

		print_key(p, w);
		tsvw_us(p->out, part->time.start);
		tsvw_us(p->out, part->time.end - part->time.start);
		tsvw_text(p->out, span_of(bound_name(bound)));
		print_fields(p->out, p->rows, part->row, part->kind == HOST);
		xtsvw_end(p->out);
	}
}

/* The largest first. */
static void
print_sums(struct printer *p, const struct window *w, const struct path *path)
{
	int64_t sum[BOUNDS] = {0};
	int64_t all = w->time.end - w->time.start;

	for (size_t i = 0; i < path->n; i++)
		sum[bound_of(p->rows, p->rules, &path->part[i])] +=
		    path->part[i].time.end - path->part[i].time.start;
	for (;;) {
		int best = 0;

		for (int i = 1; i < BOUNDS; i++)
			if (sum[i] > sum[best])
				best = i;
		if (sum[best] <= 0)
			return;
		print_key(p, w);
		tsvw_text(p->out, span_of(bound_name((enum bound)best)));
		tsvw_us(p->out, sum[best]);
		tsvw_real(p->out, 100 * (double)sum[best] / (double)all, 3);
		xtsvw_end(p->out);
		sum[best] = 0;
	}
}

/* All events that are in the window as a whole. */
static void
print_slack(struct printer *p, const struct window *w)
{
	const struct points *r = p->rows;
	int64_t *latest = xcalloc(2 * (size_t)r->n + 1, sizeof *latest);

	slack_find(r, &p->lags, w->time, latest);
	for (uint32_t i = 0; i < r->n; i++) {
		const struct host *h = &r->row[i];

		if (h->start < w->time.start || h->end > w->time.end)
			continue;
		print_key(p, w);
		tsvw_us(p->out, latest[point_end(i)] - h->end);
		tsvw_us(p->out, h->start);
		tsvw_us(p->out, h->end - h->start);
		print_fields(p->out, r, i, false);
		xtsvw_end(p->out);
	}
	free(latest);
}

static void
print_window(struct printer *p, const struct window *w)
{
	struct path path = {0};

	if (p->slack) {
		print_slack(p, w);
		return;
	}
	if (p->hta) {
		if (!print_hta(p->out, p->rows, w->time, p->list))
			die("--compat hta: events wait for each other in a loop");
		return;
	}
	path_find(&path, p->rows, w->time, w->last);
	if (p->list)
		print_sums(p, w, &path);
	else
		print_parts(p, w, &path);
	free(path.part);
}

/* The window that options name. */
static struct window
one_window(const struct options *o, const struct points *r, const char *file)
{
	struct window w = {path_all(r), NONE, NONE};

	if (o->within && r->instances <= o->instance)
		die("%s: %lld annotations '%s', so none has the number %lld",
		    file, (long long)r->instances, o->within,
		    (long long)o->instance);
	if (o->within)
		w.time = r->within;
	if (o->begin != INT64_MIN)
		w.time.start = o->begin;
	if (o->end != INT64_MIN)
		w.time.end = o->end;
	if (w.time.end < w.time.start)
		die("%s: the window ends before it begins", file);
	return w;
}

static int
report(const struct options *o, const struct points *r, const char *file)
{
	uint32_t works = r->n - r->hosts;

	if (r->n == 0) {
		if (!o->quiet)
			warn("%s: no host or GPU events in the input", file);
		return STATUS_NO;
	}
	if (o->quiet)
		return STATUS_OK;
	if (r->unlinked)
		warn("%s: %u of %u GPU events have no launch in the "
		     "input: only their streams show what they waited for",
		    file, r->unlinked, works);
	if (works && r->hosts && r->syncs == 0)
		warn("%s: no cuda_sync events: what waited for what is "
		     "inferred from calls that end in Synchronize, and from "
		     "pauses of streams",
		    file);
	if (r->overlaps)
		warn("%s: %u events start before the previous one on "
		     "their stream has ended: %u waited for all but the end "
		     "of it, the others did not wait",
		    file, r->overlaps, r->tails);
	return STATUS_OK;
}

/* One of the tables for trace-whatif, in a file of its own, if it has one. */
static void
write_file(const struct printer *p, const char *path, struct interval window,
    bool edges)
{
	static struct xtable table;

	if (!path)
		return;
	xtable_open(&table, path);
	if (edges)
		export_edges(&table.out, p->rows, &p->lags, window);
	else
		export_operations(
		    &table.out, p->rows, &p->lags, p->rules, window);
	xtable_close(&table);
}

static void
print_windows(struct printer *p, const struct options *o, const char *file)
{
	struct window one, *window = &one;
	uint32_t strays = 0;
	size_t n = 1;

	if (o->keys)
		n = windows_by_key(p->rows, &window, &strays);
	else
		one = one_window(o, p->rows, file);
	if ((o->operations || o->edges) && n != 1)
		die("%s: --operations and --edges need a single window; "
		    "there are %zu",
		    file, n);
	if (strays && !o->quiet)
		warn("%s: %u GPU events start in the window of a later %s: "
		     "these run concurrently",
		    file, strays, o->keys);
	if (o->operations || o->edges) {
		write_file(p, o->operations, window->time, false);
		write_file(p, o->edges, window->time, true);
	}
	for (size_t i = 0; i < n; i++)
		print_window(p, &window[i]);
	if (o->keys)
		free(window);
}

static int
run(const void *options, struct tsv *in, struct tsvw *out)
{
	const struct options *o = options;
	struct printer p = {
	    .out = out, .list = o->list, .slack = o->slack, .hta = o->hta};
	struct points_wish wish = {o->within, o->instance, NULL, !o->hta};
	struct points r;
	int status;

	xkey_open(&p.key, in, o->keys);
	if (o->keys)
		wish.key = &p.key;
	print_header(&p, in);
	points_read(&r, in, &wish);
	points_connect(&r);
	links_find(&r);
	if (o->pairs)
		read_pairs(&r, o->pairs);
	if (o->slack || o->operations || o->edges)
		lags_find(&p.lags, &r);
	p.rows = &r;
	p.rules = xrules_open(o->rules, NULL);
	status = report(o, &r, tsv_file(in));
	if (r.n)
		print_windows(&p, o, tsv_file(in));
	xtsvw_flush(out);
	rules_free(p.rules);
	lags_free(&p.lags);
	key_free(&p.key);
	points_free(&r);
	return status;
}

static const char usage[] =
    "usage: trace-critical [-hlqV] [-k COLUMNS] [OPTION...] [FILE...]\n"
    "Print the critical path: what bounded the time of a window, event by event, so\n"
    "that the rows add up to the window.\n"
    "\n"
    "      --begin US         the window begins here, not at the first event\n"
    "      --compat hta       print the edges of the longest path that HTA finds\n"
    "      --edges FILE       write the edges of the window to FILE, for trace-whatif\n"
    "      --end US           the window ends here, not at the last event\n"
    "      --exit-zero        exit with 0 even if there are no events\n"
    "  -h, --help             print this help\n"
    "      --instance N       with --within: the N-th of that name, from 0 (0)\n"
    "  -k, --keys COLUMNS     a window for each value of these columns among\n"
    "                         GPU events, such as steps; ph: all of them\n"
    "  -l, --list             print the sum for each kind of bound\n"
    "      --operations FILE  write the operations of the window to FILE\n"
    "      --pairs FILE       collectives over ranks, as trace-pair prints them\n"
    "  -q, --quiet            do not report what the trace does not show\n"
    "      --rules FILE       try these rules before the built-in ones\n"
    "      --slack            print how much longer each event could take\n"
    "  -V, --version          print the version\n"
    "      --within NAME      the window is an annotation of this name\n"
    "\n"
    "FILE: host and GPU events on one clock, as trace-extract -c\n"
    "gpu,host,cuda_sync prints them, with -a wait_on_stream\n"
    "-a wait_on_cuda_event_record_corr_id; standard input if none or '-'.\n"
    "Exit status: 0 success, 1 no event, 2 error.\n";

static struct options
parse_options(int argc, char **argv)
{
	static const char *const kinds[] = {"hta", NULL};
	struct options o = {.begin = INT64_MIN, .end = INT64_MIN};
	const struct opt table[] = {
	    {"begin", .us = &o.begin},
	    {"compat", .on = &o.hta, .words = kinds},
	    {"edges", .text = &o.edges},
	    {"end", .us = &o.end},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"instance", .number = &o.instance, .low = 0, .high = INT64_MAX},
	    {"keys", 'k', .text = &o.keys},
	    {"list", 'l', .on = &o.list},
	    {"operations", .text = &o.operations},
	    {"pairs", .text = &o.pairs},
	    {"quiet", 'q', .on = &o.quiet},
	    {"rules", .text = &o.rules},
	    {"slack", .on = &o.slack},
	    {"within", .text = &o.within},
	    {0},
	};

	opt_parse(argc, argv, usage, table, NULL);
	if (o.keys && (o.within || o.begin != INT64_MIN || o.end != INT64_MIN))
		opt_die("--keys already defines the windows");
	if (o.hta && (o.keys || o.pairs || o.slack))
		opt_die("--compat hta is for one window of one rank");
	if (o.list && o.slack)
		opt_die("--list and --slack are mutually exclusive");
	if (o.instance && !o.within)
		opt_die("--instance needs --within");
	return o;
}

int
main(int argc, char **argv)
{
	struct options o = parse_options(argc, argv);

	tool_writes_beside(o.operations, argv + optind, argc - optind);
	tool_writes_beside(o.edges, argv + optind, argc - optind);
	return xfilter(argc, argv, run, &o);
}
