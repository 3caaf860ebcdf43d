#include <math.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/positions.h"
#include "tools/trace-cycles/print_cycles.h"
#include "tools/trace-cycles/row_fields.h"
#include "tools/trace-cycles/segments.h"

/* How much of the longer one of root and repeat is in both, in percent. */
static double
match(const struct found *v, const struct visit *o, struct positions *p)
{
	uint32_t kernels = o->at.end - o->at.start, most = o->to - o->from;

	most = kernels > most ? kernels : most;
	positions_find(p, &v->sequence->cycles, v->cycle, *o);
	return row_percent(most - p->differences, most);
}

static void
print_repeat(struct tsvw *out, const struct found *v, const struct visit *o,
    const struct row_phase *phase, struct positions *p)
{
	struct extent e = found_extent(v, o->at);

	row_identity(out, v);
	row_which(out, o->which);
	tsvw_us(out, e.start);
	row_time(out, found_period(v, o->which.number - 1));
	row_extent(out, e.wall, e.busy);
	tsvw_us(out, e.sum);
	tsvw_int(out, o->at.end - o->at.start);
	tsvw_real(out, match(v, o, p), 3);
	row_phase(out, v, phase);
	xtsvw_end(out);
}

static void
print_repeats(struct tsvw *out, const struct report *r, size_t i)
{
	const struct found *v = &r->chosen.found[i];
	struct positions positions = {0};
	struct row_phase phase = row_find_phase(v);
	struct repeat_iterator w = repeats_begin(v->cycle, false);
	struct visit o;

	while (repeats_next(&w, &o))
		print_repeat(out, v, &o, &phase, &positions);
	positions_free(&positions);
}

/* The segments of a level of a sequence. */
struct level {
	struct tsvw *out;
	struct found sequence;      /* and none of its cycles */
	const struct found *listed; /* these */
	uint32_t level;
	struct buf path;
};

static void
print_segment(void *to, const struct segment *segment)
{
	static const char *const kinds[] = {[SEGMENT_REPEAT] = "repeat",
	    [SEGMENT_PARTIAL] = "partial",
	    [SEGMENT_BEFORE] = "before",
	    [SEGMENT_BETWEEN] = "between",
	    [SEGMENT_AFTER] = "after",
	    [SEGMENT_OUTSIDE] = "outside"};
	struct level *l = to;
	const struct found *v =
	    segment->listed ? &l->listed[segment->listed - 1] : NULL;
	struct extent e = found_extent(&l->sequence, segment->at);

	row_track(l->out, &l->sequence);
	tsvw_int(l->out, l->level);
	tsvw_text(l->out, span_of(kinds[segment->kind]));
	row_number(l->out, v ? v->number : 0);
	row_which(l->out, segment->which);
	row_find_path(&l->path, v, segment->which);
	tsvw_text(l->out, buf_span(&l->path));
	tsvw_us(l->out, e.start);
	tsvw_us(l->out, e.sum);
	tsvw_int(l->out, segment->at.end - segment->at.start);
	row_extent(l->out, e.wall, e.busy);
	xtsvw_end(l->out);
}

static bool
print_segments(struct tsvw *out, const struct report *r)
{
	struct level l = {.out = out};
	size_t end = 0;

	for (uint32_t i = 0; i < r->sequences->n; i++) {
		const struct track_sequence *own = &r->sequences->sequence[i];
		size_t first = end;
		uint32_t levels;

		l.sequence.sequence = own;
		l.listed = &r->chosen.found[first];
		while (
		    end < r->chosen.n && r->chosen.found[end].sequence == own)
			end++;
		levels = segments_levels(l.listed, end - first);
		for (l.level = 1; l.level <= levels; l.level++)
			segments_cut(&own->cycles, l.listed, end - first,
			    l.level, print_segment, &l);
	}
	buf_free(&l.path);
	return r->chosen.n > 0;
}

/*
 * The correlation at lag 1 (Box and Jenkins, "Time Series Analysis", 1970):
 * NaN for fewer than three values, or equal ones.
 */
static double
find_lag1(const int64_t *value, size_t n, double mean)
{
	double products = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		double off = (double)value[i] - mean;

		squares += off * off;
		if (i + 1 < n)
			products += off * ((double)value[i + 1] - mean);
	}
	return n < 3 || squares == 0 ? (double)NAN : products / squares;
}

/* Of n values in order of time, which are put into another one. */
static void
print_values(struct tsvw *out, int64_t *value, size_t n)
{
	struct stats s;
	double sum = 0, lag1;

	for (size_t i = 0; i < n; i++)
		sum += (double)value[i];
	lag1 = find_lag1(value, n, sum / (double)n);
	s = row_stats(value, n);
	tsvw_int(out, s.count);
	row_stat(out, &s, s.mean);
	tsvw_real(out, s.stddev / 1000, 3);
	tsvw_real(out, lag1, 3);
	row_stat(out, &s, s.min);
	row_stat(out, &s, s.max);
}

/* A kernel in a repeat. */
struct timed {
	uint32_t name;
	size_t repeat;
	int64_t dur;
};

ORDER_BY(compare_timed, struct timed, UP(name))

/* The kernels of all repeats, by name; to be freed. */
static struct timed *
list_timed(const struct found *v, size_t *n)
{
	size_t cap = 0;
	struct timed *list = NULL;

	*n = 0;
	for (size_t k = 0; k < v->cycle->repeats; k++)
		for (uint32_t i = v->cycle->repeat[k].start;
		     i < v->cycle->repeat[k].end; i++) {
			const struct event *e = found_kernel(v, i);
			struct timed t = {e->name, k, e->dur};

			ARRAY_PUSH(list, *n, &cap, t);
		}
	ARRAY_SORT(list, *n, compare_timed);
	return list;
}

/* How much the time of all kernels of one name in a repeat differs. */
static void
print_each_name(struct tsvw *out, const struct found *v, int64_t *value)
{
	size_t n, i = 0, repeats = v->cycle->repeats;
	struct timed *list = list_timed(v, &n);

	while (i < n) {
		uint32_t name = list[i].name;

		for (size_t k = 0; k < repeats; k++)
			value[k] = 0;
		for (; i < n && list[i].name == name; i++)
			value[list[i].repeat] += list[i].dur;
		row_identity(out, v);
		print_values(out, value, repeats);
		for (int column = 0; column < 6; column++)
			tsvw_empty(out);
		tsvw_field(out, event_text(v->sequence->events, name));
		xtsvw_end(out);
	}
	free(list);
}

/*
 * How much the repeats of a cycle differ: mean, deviation and correlation of
 * neighbours, of their kernel time and of their periods; and that of each name.
 */
static void
print_spread(struct tsvw *out, const struct report *r, size_t i)
{
	const struct found *v = &r->chosen.found[i];
	size_t repeats = v->cycle->repeats;
	int64_t *value = xcalloc(repeats, sizeof *value);

	row_identity(out, v);
	for (size_t k = 0; k < repeats; k++)
		value[k] = found_extent(v, v->cycle->repeat[k]).sum;
	print_values(out, value, repeats);
	print_values(out, value, found_periods(v, value));
	tsvw_empty(out);
	xtsvw_end(out);
	print_each_name(out, v, value);
	free(value);
}

const char *const print_names[] = {[PRINT_POSITIONS] = "positions",
    [PRINT_LIST] = "list",
    [PRINT_REPEATS] = "repeats",
    [PRINT_OUTLIERS] = "outliers",
    [PRINT_SEGMENTS] = "segments",
    [PRINT_SPREAD] = "spread",
    [PRINT_EVENTS] = "events"};

/* The rows of several tables begin with these. */
#define IDENTITY "rank device stream cycle level parent "
#define PERIODS IDENTITY "reps length coverage_pct start_ts_us mean_period_us "

/*
 * A table's columns; details and phases come last if they fit. Each cycle has
 * its rows, or one function prints all.
 */
static const struct table {
	const char *columns;
	bool details, phases;
	void (*of_each)(struct tsvw *, const struct report *, size_t i);
	bool (*of_all)(struct tsvw *, const struct report *);
} tables[] = {
    [PRINT_POSITIONS] = {PERIODS
	"position name count sum_us mean_us median_us min_us max_us stddev_us "
	"pct_of_cycle runs step_kind",
	true, true, print_positions, NULL},
    [PRINT_LIST] = {PERIODS
	"sum_us structure median_period_us min_period_us max_period_us busy_us "
	"idle_us partial runs step_kind",
	false, true, print_list, NULL},
    [PRINT_REPEATS] = {IDENTITY
	"rep start_ts_us period_us wall_us busy_us idle_us sum_us kernels "
	"match_pct",
	false, true, print_repeats, NULL},
    [PRINT_OUTLIERS] = {IDENTITY
	"rep start_ts_us time_us median_us mad_us over_us kernel_position name "
	"kernel_us kernel_median_us gap_position gap_behind gap_us "
	"gap_median_us idle_us idle_median_us cut",
	false, true, NULL, print_outliers},
    [PRINT_SEGMENTS] = {"rank device stream level segment cycle rep path "
			"start_ts_us sum_us kernels wall_us busy_us idle_us",
	.of_all = print_segments},
    [PRINT_SPREAD] = {IDENTITY
	"reps mean_sum_us stddev_sum_us lag1_sum min_sum_us max_sum_us periods "
	"mean_period_us stddev_period_us lag1_period min_period_us "
	"max_period_us name",
	.of_each = print_spread},
    [PRINT_EVENTS] = {"", .of_all = print_events},
};

void
print_header(struct tsvw *out, enum print_table table, const struct events *e,
    bool fingerprints)
{
	const struct table *t = &tables[table];

	tsvw_titles(out, t->columns);
	for (int k = 0; k < e->details && t->details; k++)
		tsvw_text(out, span_of(e->detail_name[k]));
	if (e->column.phase != TSV_MISSING && t->phases)
		tsvw_titles(out, "phase phase_reason");
	if (table == PRINT_LIST && fingerprints)
		tsvw_titles(out, "fingerprint");
	xtsvw_end_header(out);
}

bool
print_table(struct tsvw *out, enum print_table table, const struct report *r)
{
	const struct table *t = &tables[table];

	if (t->of_all)
		return t->of_all(out, r);
	for (size_t i = 0; i < r->chosen.n; i++)
		t->of_each(out, r, i);
	return r->chosen.n > 0;
}
