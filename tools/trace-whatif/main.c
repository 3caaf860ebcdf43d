/*
 * trace-whatif - what a change of some operations would gain
 *
 * Operations and what each waits for are a graph (schedule.h). Its longest
 * paths are computed anew for each scenario. The replay without a change is
 * computed, too: how far it is from the trace tells how far to believe.
 */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-whatif/replay_error.h"
#include "tools/trace-whatif/requests.h"
#include "tools/trace-whatif/schedule.h"

struct options {
	struct requests requests;
	const char *key;
	double max_error; /* of the replay, in percent, where gains are told */
	bool max_error_given, events, each_graph, quiet;
};

/* Times of the scenarios; a row is a graph, the last row all graphs. */
struct results {
	uint32_t rows, first, end;   /* all; printed: from the first on */
	int64_t *took;               /* ns, by scenario and row */
	uint32_t *changed;           /* operations, by scenario */
	struct replay_graph *traced; /* by row; NULL: not known */
};

static void
read_tables(
    struct options *o, struct schedule *s, struct tsv *in, const char *edges)
{
	struct tsv *second;

	if (schedule_open(s, in, o->key, o->events))
		die_error(tsv_error(in));
	requests_open(&o->requests, s, in);
	if (schedule_operations(s, in))
		die_error(tsv_error(in));
	second = xtsv_open_file(edges);
	if (schedule_edges(s, second))
		die_error(tsv_error(second));
	tsv_close(second);
}

/* The operation as it would be, with its other columns. */
static void
print_operation(struct tsvw *out, const struct schedule *s, struct tsv *in,
    uint32_t i, struct interval when)
{
	for (int c = 0; c < tsv_columns(in); c++)
		if (c == s->ts)
			tsvw_us(out, when.start);
		else if (c == s->dur)
			tsvw_us(out, when.end - when.start);
		else
			tsvw_field(out, schedule_text(s, i, (uint32_t)c));
	if (s->ts == TSV_MISSING)
		tsvw_us(out, when.start);
	xtsvw_end(out);
}

/*
 * One graph begins where it was traced. Of several each begins a tenth of its
 * time after the one before, so that a viewer shows where one ends.
 */
static void
print_timeline(struct tsvw *out, const struct schedule *s, struct tsv *in,
    const struct results *r, size_t scenario, const int64_t *time,
    struct span name)
{
	const int64_t *took = r->took + scenario * r->rows;
	int64_t *begin = xcalloc(s->graphs, sizeof *begin);

	if (s->graphs == 1 && r->traced)
		begin[0] = r->traced[0].first;
	for (uint32_t g = 1; g < s->graphs; g++)
		begin[g] =
		    begin[g - 1] + took[g - 1] + fixed_divide(took[g - 1], 10);
	for (uint32_t i = 0; i < s->n; i++) {
		const struct operation *o = &s->op[i];

		tsvw_field(out, name);
		print_operation(out, s, in, i,
		    (struct interval){begin[o->graph] + time[o->start],
			begin[o->graph] + time[i]});
	}
	free(begin);
}

static void
print_header(struct tsvw *out, const struct options *o, struct tsv *in)
{
	if (o->events) {
		tsvw_text(out, span_of("scenario"));
		tsvw_names(out, in);
		if (tsv_find(in, "ts_us") == TSV_MISSING)
			tsvw_text(out, span_of("ts_us"));
	} else {
		if (o->each_graph)
			tsvw_text(out, span_of(o->key));
		tsvw_titles(out,
		    "scenario time_us base_us replay_error_pct slowdown "
		    "saves_us share_pct");
	}
	xtsvw_end(out);
}

/* The replay's error in percent, of a graph or of all; NAN: not known. */
static double
error_of(const struct results *r, uint32_t row)
{
	return r->traced ? replay_error(&r->traced[row]) : NAN;
}

/*
 * `took` is what the scenario comes to, or the trace: then nothing is saved.
 * A replay that is too far from the trace tells nothing but that.
 */
static void
print_row(struct tsvw *out, const struct options *o, const struct results *r,
    uint32_t row, int64_t took, bool traced)
{
	bool refused = error_of(r, row) > o->max_error;
	int64_t base = r->took[row];
	size_t whole = o->requests.whole;
	int64_t ideal = refused || !whole ? 0 : r->took[whole * r->rows + row];

	if (refused)
		tsvw_empty(out);
	else
		tsvw_us(out, took);
	tsvw_us(out, base);
	tsvw_real(out, error_of(r, row), 3);
	tsvw_real(out, ideal ? (double)took / (double)ideal : NAN, 6);
	if (refused || traced) {
		tsvw_empty(out);
		tsvw_empty(out);
	} else {
		tsvw_us(out, base - took);
		tsvw_real(out, 100 * (double)(base - took) / (double)base, 3);
	}
	xtsvw_end(out);
}

/* The rows of a scenario, or of the trace itself: that is SIZE_MAX. */
static void
print_scenario(struct tsvw *out, const struct options *o,
    const struct schedule *s, const struct results *r, size_t scenario)
{
	bool traced = scenario == SIZE_MAX;

	for (uint32_t row = r->first; row < r->end; row++) {
		if (o->each_graph)
			tsvw_field(out, schedule_graph(s, row));
		tsvw_field(out,
		    traced ? span_of("traced")
			   : buf_span(&o->requests.scenario[scenario].name));
		print_row(out, o, r, row,
		    traced ? r->traced[row].traced
			   : r->took[scenario * r->rows + row],
		    traced);
	}
}

/* Computes all scenarios, and prints the operations of each if asked to. */
static void
compute(const struct options *o, const struct schedule *s, struct tsv *in,
    struct tsvw *out, struct results *r)
{
	int64_t *lag = xcalloc((size_t)s->graph.edges + 1, sizeof *lag);
	int64_t *time = xcalloc((size_t)s->graph.points + 1, sizeof *time);

	for (size_t i = 0; i < o->requests.scenarios; i++) {
		const struct scenario *now = &o->requests.scenario[i];

		if (scenario_lags(now, s, lag, &r->changed[i]))
			die("%.*s: the times are too large", (int)now->name.n,
			    now->name.p);
		graph_times(&s->graph, lag, time, NULL);
		replay_ends(s, time, r->took + i * r->rows);
		if (i == 0 && r->traced &&
		    replay_compare(s, time, r->took, r->traced))
			die("the times are too large");
		if (o->events && r->changed[i])
			print_timeline(
			    out, s, in, r, i, time, buf_span(&now->name));
	}
	free(lag);
	free(time);
}

/* Says of how many of these rows no gain is told, and by how much the worst is
 * off. */
static bool
report_error(const struct options *o, const struct results *r)
{
	double most = 0;
	uint32_t off = r->traced ? replay_refused(r->traced + r->first,
				       r->end - r->first, o->max_error, &most)
				 : 0;

	if (off && !o->quiet && o->each_graph)
		warn("the unchanged replay of %u of %u graphs is up to "
		     "%.1f %% off the trace, more than --max-error %g: "
		     "their gains are not printed",
		    off, r->rows - 1, most, o->max_error);
	else if (off && !o->quiet)
		warn("the unchanged replay is %.1f %% off the trace, more than "
		     "--max-error %g: no gain is printed",
		    most, o->max_error);
	return off > 0;
}

/*
 * A pattern for kernels may be found in the names of operators, whose work of
 * the host then changes with them: a gain that faster kernels do not have.
 */
static void
report_host(const struct scenario *c, const struct schedule *s, struct tsv *in)
{
	uint32_t of[2] = {0, 0}; /* the host, a device */

	if (c->column == SCHEDULE_NONE ||
	    s->kept[c->column].column != tsv_find(in, "name"))
		return;
	for (uint32_t i = 0; i < s->n; i++)
		of[s->op[i].counts] +=
		    scenario_matches(c, s->kept[c->column].text[i]);
	if (of[0] && of[1])
		warn("%.*s: %u of the %u operations that match are work of the "
		     "host, which changes, too; a longer pattern may match "
		     "kernels alone",
		    (int)c->name.n, c->name.p, of[0], of[0] + of[1]);
}

/* The answer "no" in words: what matched nothing, what cannot be believed. */
static int
report(const struct options *o, const struct results *r,
    const struct schedule *s, struct tsv *in)
{
	int status = STATUS_OK;

	for (size_t i = 1; i < o->requests.scenarios; i++) {
		const struct buf *name = &o->requests.scenario[i].name;

		if (r->changed[i] && !o->quiet)
			report_host(&o->requests.scenario[i], s, in);
		if (r->changed[i])
			continue;
		if (!o->quiet)
			warn("%.*s: no operation matches", (int)name->n,
			    name->p);
		status = STATUS_NO;
	}
	return report_error(o, r) ? STATUS_NO : status;
}

static int
run(struct options *o, struct tsv *in, const char *edges, struct tsvw *out)
{
	struct schedule s;
	struct results r;
	size_t n;
	int status;

	read_tables(o, &s, in, edges);
	if (o->max_error_given && !s.traced)
		die("--max-error needs ts_us of every operation");
	requests_resolve(&o->requests, &s);
	n = o->requests.scenarios;
	r.rows = s.graphs + 1;
	r.first = o->each_graph ? 0 : s.graphs;
	r.end = o->each_graph ? s.graphs : r.rows;
	r.took = xcalloc(n * r.rows, sizeof *r.took);
	r.changed = xcalloc(n, sizeof *r.changed);
	r.traced = s.traced && s.n ? xcalloc(r.rows, sizeof *r.traced) : NULL;
	print_header(out, o, in);
	compute(o, &s, in, out, &r);
	if (!o->events && r.traced)
		print_scenario(out, o, &s, &r, SIZE_MAX);
	for (size_t i = 0; !o->events && i < n; i++)
		if (r.changed[i])
			print_scenario(out, o, &s, &r, i);
	status = report(o, &r, &s, in);
	free(r.took);
	free(r.changed);
	free(r.traced);
	schedule_free(&s);
	return status;
}

static const char usage[] =
    "usage: trace-whatif [-hlqV] [OPTION...] [SCENARIO...] OPERATIONS [EDGES]\n"
    "Print what changes to the operations of a trace would save, and how well the\n"
    "replay without a change matches the trace.\n"
    "\n"
    "      --by COLUMN        --ideal: operations with one value are equal (name)\n"
    "      --end-at COLUMN=PATTERN\n"
    "                         a graph ends with the last of these operations\n"
    "      --events           print the operations as each scenario has them\n"
    "      --exit-zero        exit with 0 even without a match or if inaccurate\n"
    "  -h, --help             print this help\n"
    "  -k, --keys COLUMN      each value of the column is a separate graph\n"
    "  -l, --list             with -k: a row for each graph, not the mean of all\n"
    "      --max-error PCT    print no savings if the replay is further off (5)\n"
    "  -q, --quiet            do not report scenarios that match nothing\n"
    "  -V, --version          print the version\n"
    "\n"
    "SCENARIO, in the order of the rows:\n"
    "      --each COLUMN      for each value: only it is unchanged, or ideal\n"
    "      --ideal STAT[:KIND][,...]\n"
    "                         all take the mean or median of equal operations\n"
    "      --limit COLUMN=PATTERN:US\n"
    "                         matching operations take at most this long\n"
    "      --scale COLUMN=PATTERN:FACTOR\n"
    "                         multiply the time of what matches; 0 removes it\n"
    "      --set FILE         times by name, as trace-stats -k name prints them\n"
    "\n"
    "OPERATIONS, EDGES: tables as trace-critical writes them; standard input for\n"
    "EDGES if none or '-'.\n"
    "Exit status: 0 success, 1 nothing matches or the replay is off, 2 error.\n";

static struct options
parse_options(int argc, char **argv)
{
	struct options o = {.max_error = REPLAY_ERROR_MOST};
	int64_t max_error = -1;
	const struct opt table[] = {
	    {"by", .text = &o.requests.by},
	    {"each", .call_named = requests_add, .times = OPT_LIST},
	    {"end-at", .text = &o.requests.end_at},
	    {"events", .on = &o.events},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"ideal", .call_named = requests_add},
	    {"keys", 'k', .text = &o.key},
	    {"limit", .call_named = requests_add, .times = OPT_LIST},
	    {"list", 'l', .on = &o.each_graph},
	    {"max-error", .us = &max_error, .percent = true, .high = 1000000},
	    {"quiet", 'q', .on = &o.quiet},
	    {"scale", .call_named = requests_add, .times = OPT_LIST},
	    {"set", .call_named = requests_add, .times = OPT_LIST},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o.requests);
	if (argc == optind || argc > optind + 2)
		opt_die("takes two tables, OPERATIONS and EDGES");
	if (o.each_graph && (!o.key || o.events))
		opt_die("--list needs --keys, and excludes --events");
	o.max_error_given = max_error >= 0;
	if (o.max_error_given)
		o.max_error = (double)max_error / 1000;
	return o;
}

int
main(int argc, char **argv)
{
	static struct tsvw out;
	struct options o = parse_options(argc, argv);
	struct tsv *in;
	int status;

	tsvw_init(&out, STDOUT_FILENO);
	in = xtsv_open_file(argv[optind]);
	status = run(&o, in, optind + 1 < argc ? argv[optind + 1] : "-", &out);
	xtsvw_flush(&out);
	tsv_close(in);
	requests_free(&o.requests);
	return tool_finish(status);
}
