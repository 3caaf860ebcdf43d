/*
 * The table is kept in memory: cycles are compared, and the last may be one of
 * those.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "common/bytes/fixed.h"
#include "common/bytes/memory.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-phase/cycle.h"
#include "tools/trace-phase/judge.h"
#include "tools/trace-phase/label.h"
#include "tools/trace-phase/options.h"

/* All but the first four may be missing. */
enum column {
	CYCLE,
	LEVEL,
	REPS,
	COVERAGE,
	RANK,
	DEVICE,
	STREAM,
	PARENT,
	LENGTH,
	START,
	RUNS,
	NAME,
	COUNT,
	SUM,
	OPERATOR,
	COLUMNS
};

static const char *const column_names[COLUMNS] = {"cycle", "level", "reps",
    "coverage_pct", "rank", "device", "stream", "parent", "length",
    "start_ts_us", "runs", "name", "count", "sum_us", "cpu_op"};

struct columns {
	int at[COLUMNS];
	struct label_columns label;
};

struct row {
	size_t at, n; /* its line in `lines` */
	size_t cycle; /* its place in `cycles` */
};

struct table {
	struct columns column;
	struct buf lines, key;
	struct row *rows;
	size_t nrows, rows_cap;
	struct judged_cycle *cycles;
	size_t ncycles, cycles_cap;
	struct pool *keys;    /* of the cycles, numbered alike */
	struct pool *parents; /* keys of cycles; cycle.parent until resolved */
	struct pool *gpus, *streams;
	struct names names;
};

static void
find_columns(struct columns *c, const struct tsv *in, bool anew)
{
	label_find(&c->label, in, anew);
	for (int i = 0; i < COLUMNS; i++)
		c->at[i] = i <= COVERAGE
		    ? xtsv_column(in, column_names[i], "trace-cycles")
		    : xtsv_optional(in, column_names[i]);
}

/* The number of several fields together. */
static size_t
number(struct table *t, struct pool *pool, const struct tsv *in,
    const int *column, int n)
{
	return label_key_number(pool, &t->key, in, column, n);
}

static size_t
number_parent(struct table *t, const struct tsv *in)
{
	const struct columns *c = &t->column;

	if (c->at[PARENT] < 0 || tsv_field(in, c->at[PARENT]).n == 0)
		return CYCLE_NONE;
	return number(t, t->parents, in,
	    (int[]){c->at[RANK], c->at[DEVICE], c->at[STREAM], c->at[PARENT]},
	    4);
}

/* The cycle as this record tells it. */
static struct judged_cycle
parse_cycle(struct table *t, struct tsv *in)
{
	const struct columns *c = &t->column;
	int64_t cycle;

	if (fixed_parse_int(tsv_field(in, c->at[CYCLE]), &cycle))
		cycle = 0;
	return (struct judged_cycle){.number = cycle,
	    .runs = xtsv_int_or(in, c->at[RUNS], 0),
	    .start = xtsv_us_or(in, c->at[START], CYCLE_NO_TIME),
	    .gpu =
		number(t, t->gpus, in, (int[]){c->at[RANK], c->at[DEVICE]}, 2),
	    .stream = number(t, t->streams, in,
		(int[]){c->at[RANK], c->at[DEVICE], c->at[STREAM]}, 3),
	    .parent = number_parent(t, in),
	    .level = xtsv_int(in, c->at[LEVEL]),
	    .reps = xtsv_int(in, c->at[REPS]),
	    .length = c->at[LENGTH] < 0 ? 1 : xtsv_int(in, c->at[LENGTH]),
	    .coverage = xtsv_us_or(in, c->at[COVERAGE], 0),
	    .phase = label_read(&c->label, in)};
}

/* All rows of a cycle must tell the same of it. */
static void
check_same(struct tsv *in, const struct columns *c,
    const struct judged_cycle *known, const struct judged_cycle *cycle)
{
	if (known->level == cycle->level && known->reps == cycle->reps &&
	    known->coverage == cycle->coverage &&
	    known->parent == cycle->parent && known->length == cycle->length &&
	    known->runs == cycle->runs && known->phase == cycle->phase)
		return;
	tsv_fail(in,
	    "level, reps, length, parent, coverage_pct, runs or phase is not "
	    "as in earlier rows of cycle",
	    tsv_field(in, c->at[CYCLE]));
	die("%s", tsv_error(in));
}

/* The place of the cycle that the record is of. */
static size_t
find_cycle(struct table *t, struct tsv *in)
{
	const struct columns *c = &t->column;
	struct judged_cycle cycle = parse_cycle(t, in);
	size_t id = number(t, t->keys, in,
	    (int[]){c->at[RANK], c->at[DEVICE], c->at[STREAM], c->at[CYCLE]},
	    4);

	if (id < t->ncycles) {
		check_same(in, c, &t->cycles[id], &cycle);
		return id;
	}
	ARRAY_PUSH(t->cycles, t->ncycles, &t->cycles_cap, cycle);
	return id;
}

/* Adds what the row says of one position of the cycle. */
static void
add_kernel(struct table *t, struct tsv *in, struct judged_cycle *cycle)
{
	const struct columns *c = &t->column;
	int64_t ns = xtsv_us_or(in, c->at[SUM], 0);
	const struct name_says *says;

	if (c->at[NAME] < 0) {
		names_sum(&cycle->sum, ns);
		return;
	}
	says = names_get(&t->names,
	    names_number(&t->names, tsv_field(in, c->at[NAME]),
		tsv_field_or_none(in, c->at[OPERATOR])));
	names_count(cycle, says, says->kind,
	    xtsv_int_or(in, c->at[COUNT], cycle->reps), ns);
}

static void
add_row(struct table *t, struct tsv *in)
{
	struct span line = tsv_line(in);
	size_t id = find_cycle(t, in);

	ARRAY_PUSH(t->rows, t->nrows, &t->rows_cap,
	    (struct row){t->lines.n, line.n, id});
	buf_add(&t->lines, line.p, line.n);
	add_kernel(t, in, &t->cycles[id]);
}

/* From the number of a parent's key to its place; it may not be in the table.
 */
static void
resolve_parents(struct table *t)
{
	for (size_t i = 0; i < t->ncycles; i++) {
		size_t *parent = &t->cycles[i].parent;
		uint32_t at;

		if (*parent == CYCLE_NONE)
			continue;
		at =
		    pool_find(t->keys, pool_get(t->parents, (uint32_t)*parent));
		*parent = at == POOL_NONE ? CYCLE_NONE : at;
	}
}

/* A cycle that came with a label has no reason here: its row stands. */
static void
write_rows(struct tsvw *out, const struct table *t, const bool *keep)
{
	for (size_t i = 0; i < t->nrows; i++) {
		const struct row *r = &t->rows[i];
		const struct judged_cycle *c = &t->cycles[r->cycle];
		struct span line = {t->lines.p + r->at, r->n};
		struct finding v = {c->phase, c->reason, ""};

		if (keep[r->cycle])
			label_row(
			    out, &t->column.label, line, c->ours ? &v : NULL);
	}
	xtsvw_flush(out);
}

/* Marks the cycles to print; returns how many. */
static size_t
mark_kept(const struct options *o, const struct table *t, bool *keep)
{
	if (o->select)
		return cycle_select(t->cycles, t->ncycles, pool_count(t->gpus),
		    pool_count(t->streams), o->wanted, o->step, keep);
	for (size_t i = 0; i < t->ncycles; i++)
		keep[i] = true;
	return t->ncycles;
}

/* Says which phase the cycle has that covers most, and why. */
static void
warn_absent(const struct options *o, const struct table *t, const char *file)
{
	const struct judged_cycle *most = t->cycles;

	if (t->ncycles == 0) {
		warn("%s: no cycles in the table", file);
		return;
	}
	for (size_t i = 0; i < t->ncycles; i++)
		if (t->cycles[i].compared &&
		    (!most->compared || t->cycles[i].coverage > most->coverage))
			most = &t->cycles[i];
	warn("%s: no cycle is %s: cycle %" PRId64 " is %s, %s; -s auto takes "
	     "the one that covers most",
	    file, phase_name(o->wanted), most->number,
	    most->ours ? phase_name(most->phase) : "labelled in the table",
	    most->ours ? most->reason : "see there");
}

static void
free_table(struct table *t)
{
	pool_free(t->keys);
	pool_free(t->parents);
	pool_free(t->gpus);
	pool_free(t->streams);
	names_close(&t->names);
	buf_free(&t->key);
	buf_free(&t->lines);
	free(t->rows);
	free(t->cycles);
}

int
label_cycles(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct table t = {.keys = pool_new(),
	    .parents = pool_new(),
	    .gpus = pool_new(),
	    .streams = pool_new()};
	size_t kept;
	bool *keep;

	if (o->method == METHOD_ANNOTATION)
		die("%s: method annotation needs events, but these are cycles: "
		    "use it before trace-cycles",
		    tsv_file(in));
	names_open(&t.names);
	find_columns(&t.column, in, o->anew);
	label_header(out, &t.column.label, in);
	while (xtsv_next(in))
		add_row(&t, in);
	resolve_parents(&t);
	judge(t.cycles, t.ncycles, pool_count(t.gpus), pool_count(t.streams),
	    o->method == METHOD_REPETITION);
	keep = xcalloc(t.ncycles, sizeof *keep);
	kept = mark_kept(o, &t, keep);
	write_rows(out, &t, keep);
	if (o->select && kept == 0 && !o->quiet)
		warn_absent(o, &t, tsv_file(in));
	free(keep);
	free_table(&t);
	return o->select && kept == 0 ? STATUS_NO : STATUS_OK;
}
