/*
 * trace-json - write tables of events as a trace that viewers open
 *
 * Rows become events one by one, in the order in which they come; of the rows
 * themselves nothing is kept.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/bytes/pool.h"
#include "common/cli/die.h"
#include "common/cli/opt.h"
#include "common/cli/tool.h"
#include "common/cli/x.h"
#include "tools/trace-json/flows.h"
#include "tools/trace-json/info.h"
#include "tools/trace-json/rank_ids.h"
#include "tools/trace-json/writer.h"

enum { EXTRAS = 64 };

struct options {
	struct extra extra[EXTRAS];
	size_t extras;
	const char *output; /* NULL: standard output */
	const char *split;  /* a folder, or NULL */
	const char *info;   /* a table, or NULL */
	const char *flows;  /* a table, or NULL */
	int format;         /* enum writer_format */
	bool launch;        /* arrows end where their rows start */
	bool gzip;
	bool quiet;
};

/* A pair of which both sides are rows; others have nothing to point to. */
static void
add_flow(struct flows *flows, struct pool *names, struct tsv *in,
    const int column[4])
{
	struct flow f = {0};

	if (!tsv_field(in, column[0]).n || !tsv_field(in, column[1]).n)
		return;
	for (int side = 0; side < 2; side++)
		f.row[side] = xtsv_int(in, column[side]);
	f.name = pool_add(names, tsv_field_or_none(in, column[2]));
	f.cat = pool_add(names, tsv_field_or_none(in, column[3]));
	flows_add(flows, &f);
}

/*
 * Reads pairs as trace-pair writes them, for flows_at. Their names and
 * categories become numbers of the pool.
 */
static void
read_flows(const char *path, struct flows *flows, struct pool *names)
{
	struct tsv *in = xtsv_open_file(path);
	int column[4];

	column[0] = xtsv_column(in, "src_row", "trace-pair");
	column[1] = xtsv_column(in, "dst_row", "trace-pair");
	column[2] = xtsv_optional(in, "group");
	column[3] = xtsv_optional(in, "kind");
	while (xtsv_next(in))
		add_flow(flows, names, in, column);
	tsv_close(in);
	flows_sort(flows);
}

/* A table of events, and where its columns are. */
struct table {
	struct tsv *in;
	int column[ROW_COLUMNS];
	int extra[EXTRAS];
};

/* State of the conversion of all tables. */
struct conversion {
	const struct options *o;
	struct table *table;
	int tables;
	struct args args;
	struct row row;
	struct info *info;
	struct flows flows;
	struct pool *names;   /* of flows */
	struct writer *whole; /* of all rows, or NULL */
	struct pool *ranks;
	struct writer **by_rank;
	size_t by_rank_n, by_rank_cap;
};

static void
find_columns(const struct conversion *r, struct table *t)
{
	for (int i = 0; i < ROW_COLUMNS; i++)
		t->column[i] = i == ROW_TS || i == ROW_NAME
		    ? xtsv_column(t->in, row_names[i], "trace-extract")
		    : xtsv_optional(t->in, row_names[i]);
	for (size_t i = 0; i < r->o->extras; i++)
		t->extra[i] =
		    xtsv_column(t->in, r->o->extra[i].column, "trace-extract");
	if (r->o->split)
		xtsv_column(t->in, "rank", "trace-extract -H");
	if (r->o->flows)
		xtsv_column(t->in, "row", "trace-merge --number");
}

static void
open_tables(struct conversion *r, char **paths, int n)
{
	bool ranks = false;

	r->tables = n ? n : 1;
	r->table = xcalloc((size_t)r->tables, sizeof *r->table);
	for (int i = 0; i < r->tables; i++) {
		r->table[i].in = xtsv_open(paths + i, n > 0);
		find_columns(r, &r->table[i]);
		ranks = ranks || r->table[i].column[ROW_RANK] != TSV_MISSING;
	}
	if (ranks && !r->o->split)
		r->args.ids = ids_new();
}

/* A rank that can be part of a file's name. */
static bool
is_plain(struct span rank)
{
	for (size_t i = 0; i < rank.n; i++)
		if (!ascii_is_word(rank.p[i]) && rank.p[i] != '-')
			return false;
	return rank.n > 0 && rank.n < 100;
}

static struct writer *
open_rank(struct conversion *r, struct tsv *in, struct span rank)
{
	struct writer *out;
	struct buf path = {0};
	const char *suffix =
	    r->o->format == WRITER_PERFETTO ? ".pftrace" : ".pt.trace.json";

	if (!is_plain(rank))
		xtsv_fail(in, "not a rank that can name a file", rank);
	BUF_ADD_ALL(&path, span_of(r->o->split), span_of("/rank"), rank,
	    span_of(suffix));
	if (r->o->gzip)
		buf_add(&path, ".gz", 3);
	buf_add(&path, "", 1);
	out = writer_open(path.p, r->o->gzip, r->o->format, &r->args);
	buf_free(&path);
	writer_begin(out, r->info, &rank);
	return out;
}

/* Where the row at hand goes. */
static struct writer *
writer_of(struct conversion *r, struct tsv *in)
{
	struct span rank = r->row.text[ROW_RANK];
	uint32_t number;

	if (r->whole)
		return r->whole;
	number = pool_add(r->ranks, rank);
	if (number == r->by_rank_n) {
		struct writer *out = open_rank(r, in, rank);

		ARRAY_PUSH(r->by_rank, r->by_rank_n, &r->by_rank_cap, out);
	}
	return r->by_rank[number];
}

/* Where an arrow starts or ends, in the time of its row. */
static int64_t
arrow_time(const struct conversion *r, int side)
{
	const struct row *row = &r->row;

	if (side == 0 || r->o->launch || !row->has_dur || row->dur == 0)
		return row->ts;
	return row->ts + row->dur - 1;
}

/* The ends of arrows at the row at hand. */
static void
find_arrows(struct conversion *r)
{
	size_t n;
	struct flow_end *end = flows_at(&r->flows, r->row.number, &n);

	r->row.arrows = 0;
	for (size_t i = 0; i < n && r->row.has_ts; i++) {
		struct flow *flow = &r->flows.flow[end[i].flow];
		struct arrow arrow = {pool_get(r->names, flow->name),
		    pool_get(r->names, flow->cat),
		    IDS_ARROWS + (int64_t)end[i].flow,
		    arrow_time(r, end[i].side), end[i].side == 1};

		flow->ts[end[i].side] = arrow.ts;
		flow->met[end[i].side] = true;
		ARRAY_PUSH(
		    r->row.arrow, r->row.arrows, &r->row.arrow_cap, arrow);
	}
}

/* Ids of rows must not be those of arrows. */
static void
check_row(const struct conversion *r, struct tsv *in)
{
	struct span text;
	const char *fault = chrome_fault(&r->row, &text);
	int64_t id;

	if (fault)
		xtsv_fail(in, fault, text);
	if (r->o->flows && !r->args.ids &&
	    fixed_parse_int(r->row.text[ROW_ID], &id) == 0 && id >= IDS_ARROWS)
		xtsv_fail(in, "an id that the arrows use", r->row.text[ROW_ID]);
}

static void
write_row(struct conversion *r, const struct table *t)
{
	const char *fault;

	if (row_read(&r->row, t->in, t->column))
		die_error(tsv_error(t->in));
	check_row(r, t->in);
	for (size_t i = 0; i < r->o->extras; i++)
		r->args.extra[i].text = tsv_text(
		    &r->args.extra[i].scratch, tsv_field(t->in, t->extra[i]));
	if (r->args.ids)
		ids_note(r->args.ids, &r->row);
	if (r->flows.n)
		find_arrows(r);
	fault = writer_event(writer_of(r, t->in), &r->row);
	if (fault)
		xtsv_fail(t->in, fault, tsv_field(t->in, t->column[ROW_TS]));
}

/* Processes that no row has named, where there are several ranks. */
static void
write_names(struct conversion *r)
{
	struct row row = {0};
	struct buf name = {0};

	while (r->args.ids && ids_next_nameless(r->args.ids, &row, &name))
		writer_process_name(r->whole, &row, buf_span(&name));
	buf_free(&name);
}

static void
close_run(struct conversion *r)
{
	for (int i = 0; i < r->tables; i++)
		tsv_close(r->table[i].in);
	free(r->table);
	free(r->by_rank);
	free(r->row.arrow);
	ids_free(r->args.ids);
	for (size_t i = 0; i < r->o->extras; i++)
		buf_free(&r->args.extra[i].scratch);
	buf_free(&r->args.scratch);
	buf_free(&r->row.scratch);
	info_free(r->info);
	flows_free(&r->flows);
	pool_free(r->names);
	pool_free(r->ranks);
}

/* Says what is wrong with the arrows, and what is not in the trace. */
static int
report(const struct conversion *r, size_t timeless)
{
	size_t reversed, unmet = flows_unmet(&r->flows, &reversed);

	if (unmet && !r->o->quiet)
		warn("%zu of %zu pairs have a row that is not among the events",
		    unmet, r->flows.n);
	if (reversed && !r->o->quiet)
		warn("%zu of %zu arrows end before they start; "
		     "trace-clock computes the clock offsets of ranks",
		    reversed, r->flows.n);
	if (timeless && !r->o->quiet)
		warn("rows without a time are left out: %zu", timeless);
	return reversed || timeless ? STATUS_NO : STATUS_OK;
}

/*
 * Reads a pipe to its end, into a temporary file that takes its place: the
 * trace-extract that writes it has finished its --info only then.
 */
static void
await_input(void)
{
	FILE *kept = tmpfile();
	char block[1 << 16];
	ssize_t n = 0;

	while (kept && (n = read(STDIN_FILENO, block, sizeof block)) > 0)
		if (fwrite(block, 1, (size_t)n, kept) < (size_t)n)
			break;
	if (n < 0)
		die("cannot read standard input: %s", strerror(errno));
	if (!kept || fflush(kept) || n > 0 ||
	    dup2(fileno(kept), STDIN_FILENO) < 0 ||
	    lseek(STDIN_FILENO, 0, SEEK_SET) < 0)
		die("cannot write a temporary file: %s", strerror(errno));
	fclose(kept);
}

static bool
reads_pipe(char **paths, int n)
{
	bool reads = n == 0;

	for (int i = 0; i < n; i++)
		reads = reads || strcmp(paths[i], "-") == 0;
	return reads && lseek(STDIN_FILENO, 0, SEEK_CUR) < 0;
}

static int
run(struct options *o, char **paths, int n)
{
	struct conversion r = {.o = o,
	    .ranks = pool_new(),
	    .args = {.extra = o->extra, .extras = o->extras}};
	size_t timeless = 0;
	int status;

	if (o->info && reads_pipe(paths, n))
		await_input();
	open_tables(&r, paths, n);
	r.info = info_read(o->info);
	r.names = pool_new();
	if (o->flows)
		read_flows(o->flows, &r.flows, r.names);
	if (o->split && mkdir(o->split, 0777) && errno != EEXIST)
		die("%s: %s", o->split, strerror(errno));
	if (!o->split) {
		r.whole = writer_open(o->output, o->gzip, o->format, &r.args);
		writer_begin(r.whole, r.info, NULL);
	}
	for (int i = 0; i < r.tables; i++)
		while (xtsv_next(r.table[i].in))
			write_row(&r, &r.table[i]);
	write_names(&r);
	if (r.whole)
		timeless += writer_end(r.whole);
	for (size_t i = 0; i < r.by_rank_n; i++)
		timeless += writer_end(r.by_rank[i]);
	status = report(&r, timeless);
	close_run(&r);
	return status;
}

static const char usage[] =
    "usage: trace-json [-hqV] [-a COLUMN[=KEY]]... [-o FILE] [OPTION]... [FILE...]\n"
    "Write tables of events as a trace that Perfetto, Chrome and TensorBoard open.\n"
    "The ids, processes and arrows of several ranks do not collide.\n"
    "\n"
    "  -a, --args COLUMN[=KEY]  add a column to the arguments, as KEY\n"
    "  -h, --help               print this help\n"
    "  -o, --output FILE        write to FILE instead of standard output\n"
    "  -q, --quiet              do not report problems with arrows\n"
    "  -V, --version            print the version\n"
    "      --exit-zero          exit with 0 instead of 1\n"
    "      --flows PAIRS        draw arrows between the rows that trace-pair\n"
    "                           paired; the events need a column row\n"
    "      --format WHICH       json, or perfetto: smaller, for ui.perfetto.dev;\n"
    "                           needs the events in time order\n"
    "      --gzip               compress\n"
    "      --info FILE          write the metadata of the original traces, which\n"
    "                           trace-extract --info wrote to FILE\n"
    "      --launch             end arrows at the start of the second row\n"
    "      --split-rank FOLDER  write a file for each rank into FOLDER\n"
    "\n"
    "FILE: events or counters in the order of the output, also gzipped;\n"
    "standard input if none or '-'.\n"
    "Exit status: 0 success, 1 arrows end before they start or rows are left out,\n"
    "2 error.\n";

static void
add_extra(void *options, const char *text)
{
	struct options *o = options;
	char *spec = (char *)text; /* of argv, which may be written to */
	char *equals = strchr(spec, '=');

	if (o->extras == EXTRAS)
		opt_die("--args %s: there are too many", spec);
	if (equals)
		*equals = '\0';
	if (*spec == '\0' || (equals && equals[1] == '\0'))
		opt_die("--args takes COLUMN or COLUMN=KEY");
	o->extra[o->extras++] = (struct extra){
	    .column = spec, .key = span_of(equals ? equals + 1 : spec)};
}

int
main(int argc, char **argv)
{
	static const char *const formats[] = {
	    [WRITER_JSON] = "json", [WRITER_PERFETTO] = "perfetto", NULL};
	struct options o = {0};
	const struct opt table[] = {
	    {"args", 'a', .call = add_extra, .times = OPT_LIST},
	    {"exit-zero", .on = &tool_exits_zero},
	    {"flows", .text = &o.flows},
	    {"format", .choice = &o.format, .words = formats},
	    {"gzip", .on = &o.gzip},
	    {"info", .text = &o.info},
	    {"launch", .on = &o.launch},
	    {"output", 'o', .text = &o.output},
	    {"quiet", 'q', .on = &o.quiet},
	    {"split-rank", .text = &o.split},
	    {0},
	};

	opt_parse(argc, argv, usage, table, &o);
	if (o.split && o.output)
		opt_die("--split-rank and --output are mutually exclusive");
	if (o.split && o.flows)
		opt_die("--split-rank and --flows are mutually exclusive");
	tool_writes_beside(o.output, argv + optind, argc - optind);
	return tool_finish(run(&o, argv + optind, argc - optind));
}
