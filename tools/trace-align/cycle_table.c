#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/fixed.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-align/cycle_table.h"

enum { MOST_LISTED = 20 };

/* Sums of positions, multiplied by a cycle's most kernels, stay numbers. */
#define POSITION_MOST ((int64_t)1 << 40)

const char *
cycle_table_name(const struct cycle_table *s)
{
	return tsv_file(s->in);
}

static const char maker[] = "trace-cycles";

int
cycle_table_find_key(struct key *key, const struct tsv *in)
{
	static const char *const names[] = {"rank", "device", "stream"};

	xkey_open_range(key, 0, 4);
	for (int i = 0; i < 3; i++)
		key->column[i] = xtsv_optional(in, names[i]);
	return key->column[3] = xtsv_column(in, "cycle", maker);
}

void
cycle_table_open(struct cycle_table *s, char **path)
{
	struct tsv *in = xtsv_open(path, 1);

	*s = (struct cycle_table){.in = in,
	    .keys = pool_new(),
	    .texts = pool_new(),
	    .level = xtsv_optional(in, "level"),
	    .parent = xtsv_optional(in, "parent"),
	    .length = xtsv_optional(in, "length"),
	    .coverage = xtsv_optional(in, "coverage_pct"),
	    .phase = xtsv_optional(in, "phase"),
	    .phase_reason = xtsv_optional(in, "phase_reason"),
	    .period = xtsv_optional(in, "mean_period_us"),
	    .step_kind = xtsv_optional(in, "step_kind"),
	    .count = xtsv_optional(in, "count"),
	    .median = xtsv_optional(in, "median_us"),
	    .deviation = xtsv_optional(in, "stddev_us"),
	    .least = xtsv_optional(in, "min_us"),
	    .most = xtsv_optional(in, "max_us"),
	    .op = xtsv_optional(in, "cpu_op"),
	    .shapes = xtsv_optional(in, "input_dims"),
	    .device = xtsv_optional(in, "device")};
	s->cycle = cycle_table_find_key(&s->key, in);
	s->reps = xtsv_column(in, "reps", maker);
	s->position = xtsv_column(in, "position", maker);
	s->name = xtsv_column(in, "name", maker);
	s->sum = xtsv_column(in, "sum_us", maker);
}

void
cycle_table_close(struct cycle_table *s)
{
	tsv_close(s->in);
	key_free(&s->key);
	pool_free(s->keys);
	pool_free(s->texts);
	free(s->cycles);
	free(s->rows);
	free(s->named);
}

/* --- reading --- */

/* An optional field that lives as long as the side. */
static struct span
kept_field(const struct cycle_table *s, int column)
{
	return pool_get(
	    s->texts, pool_add(s->texts, tsv_field_or_none(s->in, column)));
}

static void
fail_at(struct cycle_table *s, const char *what, int column)
{
	xtsv_fail(s->in, what, tsv_field(s->in, column));
}

/* trace-phase knows trainings, but they have no phase of inference. */
static struct span
read_phase(const struct cycle_table *s)
{
	struct span reason = tsv_field_or_none(s->in, s->phase_reason);

	return span_starts(reason, "training:") ? span_of("training")
						: kept_field(s, s->phase);
}

static double
read_share(struct cycle_table *s)
{
	int64_t thousandths = xtsv_us_or(s->in, s->coverage, -1);

	return thousandths < 0 ? -1 : (double)thousandths / 1000 / 100;
}

/* The number of the record's cycle; the first record of a cycle makes it. */
static size_t
find_cycle(struct cycle_table *s)
{
	size_t id = pool_add(s->keys, xkey_of(&s->key, s->in));

	if (id < s->ncycles)
		return id;
	ARRAY_PUSH(s->cycles, s->ncycles, &s->cycles_cap,
	    (struct cycle_rows){.place = id,
		.number = xtsv_int(s->in, s->cycle),
		.parent = xtsv_int_or(s->in, s->parent, ANY_CYCLE),
		.reps = xtsv_int(s->in, s->reps),
		.period = xtsv_us_or(s->in, s->period, -1),
		.share = read_share(s),
		.in_step = s->step_kind == TSV_MISSING ||
		    tsv_field(s->in, s->step_kind).n > 0,
		.file = cycle_table_name(s),
		.level = kept_field(s, s->level),
		.length = xtsv_int_or(s->in, s->length, -1),
		.phase = read_phase(s),
		.several =
		    span_starts(tsv_field_or_none(s->in, s->phase_reason),
			"holds steps of"),
		.device = kept_field(s, s->device)});
	return id;
}

static struct row
read_row(struct cycle_table *s, struct pool *names)
{
	struct row r = {.cycle = find_cycle(s), .line = s->nrows};
	int64_t reps = xtsv_int(s->in, s->reps);

	if (reps < 1)
		fail_at(s, "reps is less than 1", s->reps);
	if (reps != s->cycles[r.cycle].reps)
		fail_at(
		    s, "reps is not as in the cycle's earlier rows", s->reps);
	r.position = xtsv_int(s->in, s->position);
	if (r.position < 0 || r.position > POSITION_MOST)
		fail_at(s, "position is not one of a cycle", s->position);
	r.name = pool_add(names, tsv_field(s->in, s->name));
	r.sum = xtsv_us(s->in, s->sum);
	if (r.sum < 0)
		fail_at(s, "sum_us is negative", s->sum);
	if (fixed_add(&s->cycles[r.cycle].total, r.sum))
		die("%s: sum_us adds up to more than 292 years",
		    cycle_table_name(s));
	s->cycles[r.cycle].nrows++;
	r.count = xtsv_int_or(s->in, s->count, -1);
	r.median = xtsv_us_or(s->in, s->median, -1);
	r.deviation = xtsv_us_or(s->in, s->deviation, -1);
	r.least = xtsv_us_or(s->in, s->least, -1);
	r.most = xtsv_us_or(s->in, s->most, -1);
	if (s->op >= 0)
		r.cpu_op = kept_field(s, s->op);
	if (s->shapes >= 0)
		r.shapes = kept_field(s, s->shapes);
	return r;
}

ORDER_BY(compare_rows, struct row, UP(cycle), UP(position), UP(line))

/*
 * Adds a row with the same key; deviations as of one sample (T. F. Chan, G. H.
 * Golub and R. J. LeVeque, 1979). The median of both is not known; that of most
 * of them is near it.
 */
static void
add_row(struct row *to, const struct row *r)
{
	double m = (double)to->count, n = (double)r->count;
	/* One value does not deviate from itself. */
	int64_t of_m = to->count == 1 ? 0 : to->deviation;
	int64_t of_n = r->count == 1 ? 0 : r->deviation;

	if (of_m >= 0 && of_n >= 0 && m > 0 && n > 0) {
		double apart = (double)r->sum / n - (double)to->sum / m;
		double squares = (m - 1) * pow((double)of_m, 2) +
		    (n - 1) * pow((double)of_n, 2) +
		    apart * apart * m * n / (m + n);

		to->deviation = llround(sqrt(squares / (m + n - 1)));
	} else {
		to->deviation = -1;
	}
	if (r->count > to->count)
		to->median = r->median;
	if (r->least < to->least)
		to->least = r->least;
	if (to->most >= 0 && (r->most < 0 || r->most > to->most))
		to->most = r->most;
	if (m < 0 || n < 0 || fixed_add(&to->count, r->count))
		to->count = -1;
	to->sum += r->sum;
}

/* The row before `end` with the same key; NULL: none. */
static struct row *
find_same(struct row *rows, struct row *end, const struct row *r)
{
	while (end-- > rows && end->cycle == r->cycle &&
	    end->position == r->position)
		if (end->name == r->name)
			return end;
	return NULL;
}

/*
 * Rows of one cycle with equal positions and names become one: a kernel that
 * some repeats insert beside one of its name. If all rows of a cycle come
 * twice, these are no kernels but two tables.
 */
static void
merge_rows(struct cycle_table *s)
{
	struct row *end = s->rows;
	size_t *before = xcalloc(s->ncycles + 1, sizeof *before);

	for (size_t i = 0; i < s->ncycles; i++)
		before[i] = s->cycles[i].nrows;
	for (size_t i = 0; i < s->nrows; i++) {
		struct row r = s->rows[i], *same = find_same(s->rows, end, &r);

		if (same) {
			add_row(same, &r);
			s->cycles[r.cycle].nrows--;
		} else {
			*end++ = r;
		}
	}
	s->nrows = (size_t)(end - s->rows);
	for (size_t i = 0; i < s->ncycles; i++)
		if (2 * s->cycles[i].nrows == before[i])
			die("%s: every row of cycle %" PRId64
			    " appears twice; are these two tables in one?",
			    cycle_table_name(s), s->cycles[i].number);
	free(before);
}

/* Kernels of such a share of the repeats, at most, are variants. */
enum { VARIANTS = 4 };

static void
mark_few(struct cycle_table *s)
{
	for (size_t i = 0; i < s->nrows; i++) {
		struct row *r = &s->rows[i];

		r->few = r->count >= 0 &&
		    r->count <= (s->cycles[r->cycle].reps - 1) / VARIANTS;
	}
}

/*
 * The time from the first to the last repeat, in ns; 0 where not known. What
 * runs beside the steps fills their time, not its own.
 */
static double
span_of_repeats(const struct cycle_rows *c)
{
	return c->period > 0 && c->in_step ? (double)c->period * (double)c->reps
					   : 0;
}

static void
set_parts(struct cycle_table *s)
{
	double longest = 0;

	for (size_t i = 0; i < s->ncycles; i++)
		longest = fmax(longest, span_of_repeats(&s->cycles[i]));
	for (size_t i = 0; i < s->ncycles; i++) {
		struct cycle_rows *c = &s->cycles[i];
		double kernels =
		    c->share > 0 ? (double)c->total / c->share : INFINITY;

		c->part =
		    fmax(c->share, span_of_repeats(c) / fmax(longest, kernels));
	}
}

/* In which cycle each repeats, which is mostly right before it. */
static void
set_holders(struct cycle_table *s)
{
	for (size_t i = 0; i < s->ncycles; i++) {
		struct cycle_rows *c = &s->cycles[i];
		size_t at = i;

		while (at > 0 && s->cycles[at - 1].number != c->parent)
			at--;
		if (c->parent == ANY_CYCLE || at == 0)
			continue;
		c->holder = &s->cycles[at - 1];
		s->cycles[at - 1].holds = true;
	}
}

void
cycle_table_read(struct cycle_table *s, struct pool *names)
{
	struct row *next;

	while (xtsv_next(s->in)) {
		struct row r = read_row(s, names);

		ARRAY_PUSH(s->rows, s->nrows, &s->rows_cap, r);
	}
	ARRAY_SORT(s->rows, s->nrows, compare_rows);
	merge_rows(s);
	mark_few(s);
	next = s->rows;
	for (size_t i = 0; i < s->ncycles; i++) {
		s->cycles[i].rows = next;
		next += s->cycles[i].nrows;
	}
	set_parts(s);
	set_holders(s);
}

/* --- one cycle of them --- */

int64_t
cycle_rows_kernels(const struct cycle_rows *c)
{
	return c->length > 0 ? c->length : (int64_t)c->nrows;
}

bool
cycle_table_runs_beside(const struct cycle_table *s, uint32_t name)
{
	for (size_t i = 0; i < s->nrows; i++)
		if (s->rows[i].name == name &&
		    !s->cycles[s->rows[i].cycle].in_step)
			return true;
	return false;
}

bool
cycle_rows_has_phase(const struct cycle_rows *c)
{
	return c->phase.n > 0 && !span_is(c->phase, "unknown");
}

bool
cycle_rows_takes_little(const struct cycle_rows *c)
{
	/* With half, no less is compared than is left out. */
	return c->share >= 0 && c->part < 0.5;
}

static void
list_cycles(const struct cycle_table *s)
{
	for (size_t i = 0; i < s->ncycles && i < MOST_LISTED; i++) {
		const struct cycle_rows *c = &s->cycles[i];

		warn("  cycle %" PRId64 ": level %.*s, " REPEATS_SAID "%s%.*s",
		    c->number, (int)c->level.n, c->level.p, REPEATS_OF(c),
		    c->phase.n ? ", phase " : "", (int)c->phase.n, c->phase.p);
	}
	if (s->ncycles > MOST_LISTED)
		warn("  and %zu more", s->ncycles - MOST_LISTED);
}

struct cycle_rows *
cycle_table_cycle(const struct cycle_table *s, int64_t number)
{
	struct cycle_rows *cycle = NULL;
	size_t found = 0;

	for (size_t i = 0; i < s->ncycles; i++)
		if (s->cycles[i].number == number) {
			cycle = &s->cycles[i];
			found++;
		}
	if (found == 1)
		return cycle;
	warn("%s: %s cycle %" PRId64 "; there %s:", cycle_table_name(s),
	    found ? "more than one" : "no", number,
	    s->ncycles == 1 ? "is" : "are");
	list_cycles(s);
	exit(STATUS_FAILED);
}
