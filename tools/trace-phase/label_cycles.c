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
#include "tools/trace-phase/label.h"
#include "tools/trace-phase/options.h"
#include "tools/trace-phase/phase_decision.h"

/* All but the first four may be missing. */
enum column {
	CYCLE,
	LEVEL,
	REPS,
	COVERAGE,
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
    "coverage_pct", "parent", "length", "start_ts_us", "runs", "name", "count",
    "sum_us", "cpu_op"};

struct table {
	int at[COLUMNS]; /* of the columns */
	struct label_columns label;
	struct buf lines; /* each with its LF */
	size_t *row;      /* the place of its cycle, for each of the lines */
	size_t nrows, rows_cap;
	struct judged_cycle *cycles;
	size_t ncycles, cycles_cap;
	struct keys keys;    /* of the cycles, numbered alike */
	struct keys parents; /* keys of cycles; cycle.parent until resolved */
	struct keys gpus, streams;
	struct names names;
};

static void
find_columns(struct table *t, const struct tsv *in, bool anew)
{
	label_find(&t->label, in, anew);
	for (int i = 0; i < COLUMNS; i++)
		t->at[i] = i <= COVERAGE
		    ? xtsv_column(in, column_names[i], "trace-cycles")
		    : xtsv_optional(in, column_names[i]);
	t->gpus = keys_open(in, "rank,device");
	t->streams = keys_open(in, "rank,device,stream");
	t->keys = keys_open(in, "rank,device,stream,cycle");
	t->parents = keys_open(in, "rank,device,stream,parent");
}

/* The cycle as this record tells it. */
static struct judged_cycle
parse_cycle(struct table *t, struct tsv *in)
{
	bool inner = tsv_field_or_none(in, t->at[PARENT]).n > 0;
	int64_t cycle;

	if (fixed_parse_int(tsv_field(in, t->at[CYCLE]), &cycle))
		cycle = 0;
	return (struct judged_cycle){.number = cycle,
	    .runs = xtsv_int_or(in, t->at[RUNS], 0),
	    .start = xtsv_us_or(in, t->at[START], CYCLE_NO_TIME),
	    .gpu = keys_number(&t->gpus, in),
	    .stream = keys_number(&t->streams, in),
	    .parent = inner ? keys_number(&t->parents, in) : CYCLE_NONE,
	    .level = xtsv_int(in, t->at[LEVEL]),
	    .reps = xtsv_int(in, t->at[REPS]),
	    .length = t->at[LENGTH] < 0 ? 1 : xtsv_int(in, t->at[LENGTH]),
	    .coverage = xtsv_us_or(in, t->at[COVERAGE], 0),
	    .phase = label_read(&t->label, in)};
}

/* All rows of a cycle must tell the same of it. */
static void
check_same(struct tsv *in, const struct table *t,
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
	    tsv_field(in, t->at[CYCLE]));
	die("%s", tsv_error(in));
}

/* The place of the cycle that the record is of. */
static size_t
find_cycle(struct table *t, struct tsv *in)
{
	struct judged_cycle cycle = parse_cycle(t, in);
	size_t id = keys_number(&t->keys, in);

	if (id < t->ncycles)
		check_same(in, t, &t->cycles[id], &cycle);
	else
		ARRAY_PUSH(t->cycles, t->ncycles, &t->cycles_cap, cycle);
	return id;
}

/* Adds what the row says of one position of the cycle. */
static void
add_kernel(struct table *t, struct tsv *in, struct judged_cycle *cycle)
{
	int64_t ns = xtsv_us_or(in, t->at[SUM], 0);
	const struct name_says *says;
	uint32_t id;

	if (t->at[NAME] < 0) {
		names_sum(&cycle->sum, ns);
		return;
	}
	id = names_number(&t->names, tsv_field(in, t->at[NAME]),
	    tsv_field_or_none(in, t->at[OPERATOR]));
	says = &t->names.says[id];
	names_count(cycle, says, says->kind,
	    xtsv_int_or(in, t->at[COUNT], cycle->reps), ns);
}

static void
add_row(struct table *t, struct tsv *in)
{
	size_t id = find_cycle(t, in);

	ARRAY_PUSH(t->row, t->nrows, &t->rows_cap, id);
	buf_add_span(&t->lines, tsv_line(in));
	buf_add(&t->lines, "\n", 1);
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
		at = pool_find(
		    t->keys.pool, pool_get(t->parents.pool, (uint32_t)*parent));
		*parent = at == POOL_NONE ? CYCLE_NONE : at;
	}
}

/* A cycle that came with a label has no reason here: its row stands. */
static void
write_rows(struct tsvw *out, const struct table *t, const bool *keep)
{
	struct span lines = buf_span(&t->lines);

	for (size_t i = 0; i < t->nrows; i++) {
		const struct judged_cycle *c = &t->cycles[t->row[i]];
		struct span line = span_take(&lines, '\n');
		struct finding v = {c->phase, c->reason, ""};

		if (keep[t->row[i]])
			label_row(out, &t->label, line, c->ours ? &v : NULL);
	}
	xtsvw_flush(out);
}

/* Marks the cycles to print; returns how many. */
static size_t
mark_kept(const struct options *o, const struct table *t, bool *keep)
{
	if (o->select)
		return cycle_select(t->cycles, t->ncycles,
		    pool_count(t->gpus.pool), pool_count(t->streams.pool),
		    o->wanted, o->step, keep);
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
	keys_free(&t->keys);
	keys_free(&t->parents);
	keys_free(&t->gpus);
	keys_free(&t->streams);
	names_close(&t->names);
	buf_free(&t->lines);
	free(t->row);
	free(t->cycles);
}

int
label_cycles(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct table t = {0};
	size_t kept;
	bool *keep;

	if (o->method == METHOD_ANNOTATION)
		die("%s: method annotation needs events, but these are cycles: "
		    "use it before trace-cycles",
		    tsv_file(in));
	names_open(&t.names);
	find_columns(&t, in, o->anew);
	label_header(out, &t.label, in);
	while (xtsv_next(in))
		add_row(&t, in);
	resolve_parents(&t);
	judge(t.cycles, t.ncycles, pool_count(t.gpus.pool),
	    pool_count(t.streams.pool), o->method == METHOD_REPETITION);
	keep = xcalloc(t.ncycles, sizeof *keep);
	kept = mark_kept(o, &t, keep);
	write_rows(out, &t, keep);
	if (o->select && kept == 0 && !o->quiet)
		warn_absent(o, &t, tsv_file(in));
	free(keep);
	free_table(&t);
	return o->select && kept == 0 ? STATUS_NO : STATUS_OK;
}
