#include <stdlib.h>

#include "common/cli/die.h"
#include "common/cli/x.h"
#include "tools/trace-cycles/print.h"
#include "tools/trace-cycles/row.h"
#include "tools/trace-cycles/samples.h"
#include "tools/trace-cycles/structure.h"

static const char *const of_track[] = {"rank", "device", "stream", NULL};
static const char *const of_cycle[] = {"cycle", "level", "parent", "reps",
    "length", "coverage_pct", "start_ts_us", "mean_period_us", NULL};
static const char *const of_position[] = {"position", "name", "count", "sum_us",
    "mean_us", "median_us", "min_us", "max_us", "stddev_us", "pct_of_cycle",
    "runs", NULL};
static const char *const of_list[] = {"sum_us", "structure", "median_period_us",
    "min_period_us", "max_period_us", "busy_us", "idle_us", "partial", "runs",
    NULL};
static const char *const of_repeat[] = {"cycle", "level", "parent", "rep",
    "start_ts_us", "period_us", "wall_us", "busy_us", "idle_us", "sum_us",
    "kernels", "match_pct", NULL};
static const char *const of_outlier[] = {"cycle", "level", "parent", "rep",
    "start_ts_us", "time_us", "median_us", "mad_us", "over_us",
    "kernel_position", "name", "kernel_us", "kernel_median_us", "gap_position",
    "gap_behind", "gap_us", "gap_median_us", "cut", NULL};
static const char *const of_segment[] = {"level", "segment", "cycle", "rep",
    "path", "start_ts_us", "sum_us", "kernels", "wall_us", "busy_us", "idle_us",
    NULL};
static const char *const of_phase[] = {"phase", "phase_reason", NULL};

/* A table's columns in groups; details and phases come last if they fit. */
static const struct columns {
	const char *const *group[3];
	bool details, phases;
} columns[] = {
    [PRINT_POSITIONS] = {{of_track, of_cycle, of_position}, true, true},
    [PRINT_LIST] = {{of_track, of_cycle, of_list}, false, true},
    [PRINT_REPEATS] = {{of_track, of_repeat}, false, true},
    [PRINT_OUTLIERS] = {{of_track, of_outlier}, false, true},
    [PRINT_SEGMENTS] = {{of_track, of_segment}, false, false},
    [PRINT_EVENTS] = {{print_event_columns}, false, false},
};

static void
print_columns(struct tsvw *out, const char *const *name)
{
	while (name && *name)
		tsvw_text(out, span_of(*name++));
}

void
print_header(struct tsvw *out, enum print_table table, const struct events *e)
{
	const struct columns *c = &columns[table];

	for (size_t g = 0; g < sizeof c->group / sizeof *c->group; g++)
		print_columns(out, c->group[g]);
	for (int k = 0; k < e->details && c->details; k++)
		tsvw_text(out, span_of(e->detail_name[k]));
	if (e->column.phase != TSV_MISSING && c->phases)
		print_columns(out, of_phase);
	xtsvw_end(out);
	xtsvw_flush(out);
}

bool
print_table(struct tsvw *out, enum print_table table, const struct report *r)
{
	static void (*const print[])(struct tsvw *, const struct report *) = {
	    [PRINT_POSITIONS] = print_positions,
	    [PRINT_LIST] = print_list,
	    [PRINT_REPEATS] = print_repeats,
	    [PRINT_SEGMENTS] = print_segments,
	    [PRINT_EVENTS] = print_events,
	};

	if (table == PRINT_OUTLIERS)
		return print_outliers(out, r) > 0;
	print[table](out, r);
	return r->chosen.n > 0;
}

/* A cycle and its times. */
struct measured {
	struct view view;
	struct pace pace;
	struct row_phase phase;
	int64_t gpu; /* ns of all kernels of its GPU; -1: too many */
};

static struct measured
measure(const struct report *r, size_t i)
{
	struct measured m = {.view = view_cycle(r, i)};
	int rc = measure_cycle(&m.view, &m.pace);

	if (rc == -2)
		die("times too large for statistics of cycle %zu", i + 1);
	if (rc)
		die_memory();
	m.gpu = view_gpu_sum(&m.view);
	m.phase = row_find_phase(&m.view);
	return m;
}

/* A period, if there is one. */
static void
print_period(struct tsvw *out, const struct pace *p, int64_t ns)
{
	row_time(out, p->period.count ? ns : -1);
}

/* The columns that belong to the cycle. */
static void
print_cycle(struct tsvw *out, const struct measured *m)
{
	const struct view *v = &m->view;
	struct repeat_iterator w =
	    repeats_begin(&v->sequence->cycles, v->found->cycle, false);
	uint32_t first = repeats_start(&w, (struct which){1, 0});

	row_identity(out, v);
	tsvw_int(out, (int64_t)v->cycle->repeats);
	tsvw_int(out, v->cycle->agreed);
	tsvw_real(out, row_percent(v->found->sum, m->gpu), 3);
	tsvw_us(out, view_kernel(v->report, v->sequence, first)->ts);
	print_period(out, &m->pace, m->pace.period.mean);
}

static void
print_stats(struct tsvw *out, const struct stats *s, int64_t cycle)
{
	tsvw_int(out, s->count);
	tsvw_us(out, s->sum);
	tsvw_us(out, s->mean);
	tsvw_us(out, s->median);
	tsvw_us(out, s->min);
	tsvw_us(out, s->max);
	tsvw_real(out, s->stddev / 1000, 3);
	tsvw_real(out, row_percent(s->sum, cycle), 3);
}

static void
print_details(
    struct tsvw *out, const struct events *e, const struct sample *sample)
{
	for (int k = 0; k < e->details; k++)
		if (sample->detail[k] == EVENT_NO_TEXT)
			tsvw_empty(out);
		else
			tsvw_field(out, event_text(e, sample->detail[k]));
}

static void
print_sample(
    struct tsvw *out, const struct measured *m, const struct sample *sample)
{
	const struct view *v = &m->view;
	struct stats stats;

	if (stats_of(sample->dur, sample->n, &stats))
		die("durations too large for statistics at position %lu of "
		    "cycle %zu",
		    sample->position + 1ul, v->number);
	print_cycle(out, m);
	tsvw_int(out, (int64_t)sample->position + 1);
	tsvw_field(out, event_text(v->report->events, sample->name));
	print_stats(out, &stats, v->found->sum);
	tsvw_int(out, (int64_t)v->cycle->rows);
	print_details(out, v->report->events, sample);
	row_phase(out, v->report, &m->phase);
	xtsvw_end(out);
}

void
print_positions(struct tsvw *out, const struct report *r)
{
	for (size_t i = 0; i < r->chosen.n; i++) {
		struct measured m = measure(r, i);
		struct samples samples;

		if (samples_gather(&samples, r->events, m.view.sequence,
			m.view.found->cycle, r->partial))
			die_memory();
		for (size_t k = 0; k < samples.n; k++)
			print_sample(out, &m, &samples.sample[k]);
		samples_free(&samples);
	}
}

/* How many repeats are cut off themselves, not only what holds them. */
static int64_t
count_partial(const struct view *v)
{
	struct repeat_iterator w = view_all(v);
	struct visit o;
	int64_t n = 0;

	while (repeats_next(&w, &o))
		n += o.which.partial &&
		    (v->cycle->parent == 0 || o.to - o.from < v->cycle->length);
	return n;
}

void
print_list(struct tsvw *out, const struct report *r)
{
	for (size_t i = 0; i < r->chosen.n; i++) {
		struct measured m = measure(r, i);
		const struct pace *p = &m.pace;

		print_cycle(out, &m);
		tsvw_us(out, m.view.found->sum);
		structure_print(out, &m.view);
		print_period(out, p, p->period.median);
		print_period(out, p, p->period.min);
		print_period(out, p, p->period.max);
		tsvw_us(out, p->busy);
		tsvw_us(out, p->wall - p->busy);
		tsvw_int(out, count_partial(&m.view));
		tsvw_int(out, (int64_t)m.view.cycle->rows);
		row_phase(out, r, &m.phase);
		xtsvw_end(out);
	}
}
