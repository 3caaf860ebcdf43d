/*
 * The table is kept in memory: which cycle repeats most is known at its end.
 */
#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-phase/cycles.h"
#include "tools/trace-phase/label.h"
#include "tools/trace-phase/number.h"
#include "tools/trace-phase/repetition.h"

struct columns {
	int rank, device, stream; /* may be missing */
	int cycle, level, reps, coverage;
	int parent, length; /* may be missing */
	struct label_columns label;
	int last; /* of all these */
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
	struct cycle *cycles;
	size_t ncycles, cycles_cap;
	struct pool *keys;    /* of the cycles, numbered alike */
	struct pool *parents; /* keys of cycles; cycle.parent until resolved */
	struct pool *gpus, *streams;
};

static struct span
row_line(const struct table *t, const struct row *r)
{
	return (struct span){t->lines.p + r->at, r->n};
}

static int
last_of(const struct columns *c)
{
	const int all[] = {c->rank, c->device, c->stream, c->cycle, c->level,
	    c->reps, c->coverage, c->parent, c->length, c->label.phase};
	int last = all[0];

	for (size_t i = 1; i < sizeof all / sizeof *all; i++)
		if (all[i] > last)
			last = all[i];
	return last;
}

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
	c->parent = xtsv_optional(in, "parent");
	c->length = xtsv_optional(in, "length");
	label_find(&c->label, in);
	c->last = last_of(c);
}

/* The number of several fields together. */
static size_t
number(struct table *t, struct pool *pool, const struct tsv *in,
    const int *column, int n)
{
	return number_fields(pool, &t->key, in, column, n);
}

static size_t
number_parent(struct table *t, const struct tsv *in)
{
	const struct columns *c = &t->column;

	if (c->parent < 0 || tsv_field(in, c->parent).n == 0)
		return REPETITION_NONE;
	return number(t, t->parents, in,
	    (int[]){c->rank, c->device, c->stream, c->parent}, 4);
}

/* The cycle as this record tells it. */
static struct cycle
parse_cycle(struct table *t, struct tsv *in)
{
	const struct columns *c = &t->column;

	return (struct cycle){
	    .gpu = number(t, t->gpus, in, (int[]){c->rank, c->device}, 2),
	    .stream = number(
		t, t->streams, in, (int[]){c->rank, c->device, c->stream}, 3),
	    .parent = number_parent(t, in),
	    .level = xtsv_int(in, c->level),
	    .reps = xtsv_int(in, c->reps),
	    .length = c->length < 0 ? 1 : xtsv_int(in, c->length),
	    .coverage = xtsv_us(in, c->coverage),
	    .phase = label_read(&c->label, in)};
}

/* All rows of a cycle must tell the same of it. */
static void
check_same(struct tsv *in, const struct columns *c, const struct cycle *known,
    const struct cycle *cycle)
{
	if (known->level == cycle->level && known->reps == cycle->reps &&
	    known->coverage == cycle->coverage &&
	    known->parent == cycle->parent && known->length == cycle->length &&
	    known->phase == cycle->phase)
		return;
	tsv_fail(in,
	    "level, reps, length, parent, coverage_pct or phase is not as in "
	    "earlier rows of cycle",
	    tsv_field(in, c->cycle));
	die("%s", tsv_error(in));
}

/*
 * Is all that is read of this record as in the one before? Rows of one cycle
 * follow one another, and their beginnings are the same bytes.
 */
static bool
is_as_before(const struct table *t, const struct tsv *in)
{
	struct span field = tsv_field(in, t->column.last);
	struct span head = {tsv_line(in).p, 0}, before;

	if (t->nrows == 0)
		return false;
	head.n = (size_t)(field.p + field.n - head.p);
	before = row_line(t, &t->rows[t->nrows - 1]);
	return head.n < before.n && before.p[head.n] == '\t' &&
	    memcmp(head.p, before.p, head.n) == 0;
}

/* The place of the cycle that the record is of. */
static size_t
find_cycle(struct table *t, struct tsv *in)
{
	const struct columns *c = &t->column;
	struct cycle cycle = parse_cycle(t, in);
	size_t id = number(t, t->keys, in,
	    (int[]){c->rank, c->device, c->stream, c->cycle}, 4);

	if (id < t->ncycles) {
		check_same(in, c, &t->cycles[id], &cycle);
		return id;
	}
	t->cycles = xarray_grow(
	    t->cycles, &t->cycles_cap, t->ncycles + 1, sizeof *t->cycles);
	t->cycles[t->ncycles++] = cycle;
	return id;
}

static void
add_row(struct table *t, struct tsv *in)
{
	struct span line = tsv_line(in);
	size_t id = is_as_before(t, in) ? t->rows[t->nrows - 1].cycle
					: find_cycle(t, in);

	t->rows =
	    xarray_grow(t->rows, &t->rows_cap, t->nrows + 1, sizeof *t->rows);
	t->rows[t->nrows++] = (struct row){t->lines.n, line.n, id};
	xbuf_add(&t->lines, line.p, line.n);
}

/* From the number of a parent's key to its place; it may not be in the table.
 */
static void
resolve_parents(struct table *t)
{
	for (size_t i = 0; i < t->ncycles; i++) {
		size_t *parent = &t->cycles[i].parent;
		uint32_t at;

		if (*parent == REPETITION_NONE)
			continue;
		at =
		    pool_find(t->keys, pool_get(t->parents, (uint32_t)*parent));
		*parent = at == POOL_NONE ? REPETITION_NONE : at;
	}
}

/* A cycle that came with a label has no reason here: its row stands. */
static void
write_rows(struct tsvw *out, const struct table *t, const bool *keep)
{
	for (size_t i = 0; i < t->nrows; i++) {
		const struct row *r = &t->rows[i];
		const struct cycle *c = &t->cycles[r->cycle];
		struct verdict v = {c->phase, c->reason, ""};

		if (keep[r->cycle])
			label_row(out, &t->column.label, row_line(t, r),
			    c->reason ? &v : NULL);
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
	kept = repetition_select(t->cycles, t->ncycles, pool_count(t->gpus),
	    pool_count(t->streams), o->wanted, o->step, keep);
	if (kept < 0)
		die_memory();
	return kept;
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

static void
free_table(struct table *t)
{
	pool_free(t->keys);
	pool_free(t->parents);
	pool_free(t->gpus);
	pool_free(t->streams);
	buf_free(&t->key);
	buf_free(&t->lines);
	free(t->rows);
	free(t->cycles);
}

int
cycles_run(const struct options *o, struct tsv *in, struct tsvw *out)
{
	struct table t = {.keys = xpool_new(),
	    .parents = xpool_new(),
	    .gpus = xpool_new(),
	    .streams = xpool_new()};
	ptrdiff_t kept;
	bool *keep;

	if (o->method != METHOD_BEST && o->method != METHOD_REPETITION)
		die("%s: method %s looks at events, and these are cycles: use "
		    "it before trace-cycles",
		    tsv_file(in), method_names[o->method]);
	find_columns(&t.column, in);
	label_header(out, &t.column.label, in);
	while (xtsv_next(in))
		add_row(&t, in);
	resolve_parents(&t);
	if (repetition_label(
		t.cycles, t.ncycles, pool_count(t.gpus), pool_count(t.streams)))
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
