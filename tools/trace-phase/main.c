/*
 * trace-phase - label cycles prefill or decode, and select one
 *
 * The table is kept in memory: which cycle repeats most is known at its end.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/die.h"
#include "common/opt.h"
#include "common/tool.h"
#include "common/x.h"
#include "tools/trace-phase/phase.h"

struct options {
	bool quiet;
	bool exit_zero;
	bool select;
	enum phase wanted; /* PHASE_EMPTY: auto */
};

static const struct options defaults = {.wanted = PHASE_EMPTY};

struct columns {
	int rank, device, stream; /* may be missing */
	int cycle, level, reps, coverage;
	int phase, reason; /* may be missing: they go behind then */
	int n;
};

struct row {
	size_t at, n; /* its line in `lines` */
	size_t cycle; /* its place in `cycles` */
};

struct table {
	struct columns column;
	struct buf lines;
	struct row *rows;
	size_t nrows, rows_cap;
	struct phase_cycle *cycles;
	size_t ncycles, cycles_cap;
	struct pool *keys; /* of the cycles, numbered alike */
	struct pool *gpus;
};

static void
find_columns(struct columns *c, const struct tsv *in)
{
	const char *maker = "trace-cycles";

	c->rank = xtsv_optional(in, "rank");
	c->device = xtsv_optional(in, "device");
	c->stream = xtsv_optional(in, "stream");
	c->cycle = xtsv_column(in, "cycle", maker);
	c->level = xtsv_column(in, "level", maker);
	c->reps = xtsv_column(in, "reps", maker);
	c->coverage = xtsv_column(in, "coverage_pct", maker);
	c->phase = xtsv_optional(in, "phase");
	c->reason = xtsv_optional(in, "phase_reason");
	c->n = tsv_columns(in);
}

/* Numbers the record's fields in those columns, one key. */
static size_t
number(struct pool *pool, const struct tsv *in, const int *column, int n)
{
	struct buf key = {0};
	uint32_t id;

	for (int i = 0; i < n; i++) {
		struct span f = {0};

		if (column[i] >= 0)
			f = tsv_field(in, column[i]);
		xbuf_add(&key, f.p, f.n);
		xbuf_add(&key, "\t", 1);
	}
	id = xpool_add(pool, buf_span(&key));
	buf_free(&key);
	return id;
}

static enum phase
parse_phase(struct span s)
{
	if (s.n == 0)
		return PHASE_EMPTY;
	if (span_is(s, "prefill"))
		return PHASE_PREFILL;
	if (span_is(s, "decode"))
		return PHASE_DECODE;
	return span_is(s, "unknown") ? PHASE_UNKNOWN : PHASE_OTHER;
}

/* The cycle as this record tells it. */
static struct phase_cycle
parse_cycle(struct table *t, struct tsv *in)
{
	const struct columns *c = &t->column;
	struct phase_cycle cycle = {
	    .gpu = number(t->gpus, in, (int[]){c->rank, c->device}, 2),
	    .level = xtsv_int(in, c->level),
	    .reps = xtsv_int(in, c->reps),
	    .coverage = xtsv_us(in, c->coverage)};

	if (c->phase >= 0)
		cycle.phase = parse_phase(tsv_field(in, c->phase));
	return cycle;
}

/* All rows of a cycle must tell the same of it. */
static void
check_same(struct tsv *in, const struct columns *c,
    const struct phase_cycle *known, const struct phase_cycle *cycle)
{
	if (known->level == cycle->level && known->reps == cycle->reps &&
	    known->coverage == cycle->coverage && known->phase == cycle->phase)
		return;
	tsv_fail(in,
	    "level, reps, coverage_pct or phase is not as in earlier rows of "
	    "cycle",
	    tsv_field(in, c->cycle));
	die("%s", tsv_error(in));
}

static void
add_row(struct table *t, struct tsv *in)
{
	const struct columns *c = &t->column;
	struct span line = tsv_line(in);
	struct phase_cycle cycle = parse_cycle(t, in);
	size_t id = number(
	    t->keys, in, (int[]){c->rank, c->device, c->stream, c->cycle}, 4);

	if (id < t->ncycles) {
		check_same(in, c, &t->cycles[id], &cycle);
	} else {
		t->cycles = xarray_grow(t->cycles, &t->cycles_cap,
		    t->ncycles + 1, sizeof *t->cycles);
		t->cycles[t->ncycles++] = cycle;
	}
	t->rows =
	    xarray_grow(t->rows, &t->rows_cap, t->nrows + 1, sizeof *t->rows);
	t->rows[t->nrows++] = (struct row){t->lines.n, line.n, id};
	xbuf_add(&t->lines, line.p, line.n);
}

static void
write_header(struct tsvw *out, const struct columns *c, const struct tsv *in)
{
	for (int i = 0; i < c->n; i++)
		tsvw_field(out, tsv_name(in, i));
	if (c->phase < 0)
		tsvw_field(out, span_of("phase"));
	if (c->reason < 0)
		tsvw_field(out, span_of("phase_reason"));
	xtsvw_end(out);
	xtsvw_flush(out);
}

/* A cycle that came with a label has no reason here: its row stands. */
static void
write_row(struct tsvw *out, const struct columns *c, struct span line,
    const struct phase_cycle *cycle)
{
	struct span phase = span_of(phase_name(cycle->phase));
	struct span reason = {0};

	if (cycle->reason)
		reason = span_of(cycle->reason);
	for (int i = 0; i < c->n; i++) {
		const char *tab = memchr(line.p, '\t', line.n);
		size_t n = tab ? (size_t)(tab - line.p) : line.n;
		struct span field = {line.p, n};

		if (cycle->reason && i == c->phase)
			field = phase;
		else if (cycle->reason && i == c->reason)
			field = reason;
		tsvw_field(out, field);
		line.p += tab ? n + 1 : n;
		line.n -= tab ? n + 1 : n;
	}
	if (c->phase < 0)
		tsvw_field(out, phase);
	if (c->reason < 0)
		tsvw_field(out, reason);
	xtsvw_end(out);
}

static void
write_rows(struct tsvw *out, const struct table *t, const bool *keep)
{
	for (size_t i = 0; i < t->nrows; i++) {
		const struct row *r = &t->rows[i];
		struct span line = {t->lines.p + r->at, r->n};

		if (keep[r->cycle])
			write_row(out, &t->column, line, &t->cycles[r->cycle]);
	}
	xtsvw_flush(out);
}

/* Marks the cycles to print; returns how many. */
static ptrdiff_t
select_cycles(const struct options *o, const struct table *t, bool *keep)
{
	ptrdiff_t kept;

	if (!o->select) {
		for (size_t i = 0; i < t->ncycles; i++)
			keep[i] = true;
		return (ptrdiff_t)t->ncycles;
	}
	kept = phase_select(
	    t->cycles, t->ncycles, pool_count(t->gpus), o->wanted, keep);
	if (kept < 0)
		die_memory();
	return kept;
}

static void
free_table(struct table *t)
{
	pool_free(t->keys);
	pool_free(t->gpus);
	buf_free(&t->lines);
	free(t->rows);
	free(t->cycles);
}

static void
warn_absent(const struct options *o, const struct table *t, const char *file)
{
	if (t->ncycles == 0)
		warn("%s: there is no cycle", file);
	else
		warn("%s: no cycle is %s; phase_reason says why when all are "
		     "printed, without -s",
		    file, phase_name(o->wanted));
}

static int
run(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct table t = {.keys = xpool_new(), .gpus = xpool_new()};
	ptrdiff_t kept;
	bool *keep;

	find_columns(&t.column, in);
	write_header(out, &t.column, in);
	while (xtsv_next(in))
		add_row(&t, in);
	if (phase_label(t.cycles, t.ncycles, pool_count(t.gpus)))
		die_memory();
	keep = xcalloc(t.ncycles, sizeof *keep);
	kept = select_cycles(o, &t, keep);
	write_rows(out, &t, keep);
	if (o->select && kept == 0 && !o->quiet)
		warn_absent(o, &t, tsv_file(in));
	free(keep);
	free_table(&t);
	return o->select && kept == 0 ? STATUS_NO : STATUS_OK;
}

static const char usage[] =
    "usage: trace-phase [-hqV] [-s PHASE] [FILE...]\n"
    "Label the cycles of trace-cycles prefill, decode or unknown, and say "
    "why.\n"
    "\n"
    "  -h, --help           print this help\n"
    "  -q, --quiet          do not say that the phase is absent\n"
    "  -s, --select PHASE   keep one cycle: prefill, decode, or auto (decode "
    "if\n"
    "                       there is one, else the cycle covering most time)\n"
    "  -V, --version        print the version\n"
    "      --exit-zero      exit with 0 when the phase is absent\n"
    "\n"
    "Of the cycles that cover at least 1 % of the GPU's kernel time, the one\n"
    "with most repetitions is decode, the one with fewest prefill. A label\n"
    "already there stands. FILE: cycles, standard input if none or '-'.\n"
    "Exit status: 0 done, 1 phase absent, 2 could not.\n";

static enum phase
parse_wanted(const char *text)
{
	enum phase p = parse_phase(span_of(text));

	if (p == PHASE_PREFILL || p == PHASE_DECODE)
		return p;
	if (!span_is(span_of(text), "auto"))
		opt_die(
		    "--select wants prefill, decode or auto, not '%s'", text);
	return PHASE_EMPTY;
}

static void
parse_options(struct options *o, int argc, char **argv)
{
	static const struct option table[] = {
	    {"exit-zero", no_argument, NULL, OPT_EXIT_ZERO},
	    {"help", no_argument, NULL, 'h'}, {"quiet", no_argument, NULL, 'q'},
	    {"select", required_argument, NULL, 's'},
	    {"version", no_argument, NULL, 'V'}, {NULL, 0, NULL, 0}};
	int c;

	while ((c = getopt_long(argc, argv, "hqs:V", table, NULL)) != -1)
		switch (c) {
		case OPT_EXIT_ZERO:
			o->exit_zero = true;
			break;
		case 'h':
			opt_help(usage);
		case 'q':
			o->quiet = true;
			break;
		case 's':
			o->select = true;
			o->wanted = parse_wanted(optarg);
			break;
		case 'V':
			opt_version();
		default:
			opt_wrong();
		}
}

int
main(int argc, char **argv)
{
	struct options o = defaults;
	static struct tsvw out;
	struct tsv *in;
	int status;

	tool_start(argv);
	parse_options(&o, argc, argv);
	in = xtsv_open(argv + optind, argc - optind);
	tsvw_init(&out, STDOUT_FILENO);
	status = run(&o, in, &out);
	tsv_close(in);
	if (o.exit_zero)
		status = tool_exit_zero(status);
	return tool_finish(status);
}
