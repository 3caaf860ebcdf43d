#include "tools/trace-cycles/print.h"
#include "common/cli/x.h"

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
    "gap_behind", "gap_us", "gap_median_us", "idle_us", "idle_median_us", "cut",
    NULL};
static const char *const of_segment[] = {"level", "segment", "cycle", "rep",
    "path", "start_ts_us", "sum_us", "kernels", "wall_us", "busy_us", "idle_us",
    NULL};
static const char *const of_spread[] = {"cycle", "level", "parent", "reps",
    "mean_sum_us", "stddev_sum_us", "lag1_sum", "min_sum_us", "max_sum_us",
    "periods", "mean_period_us", "stddev_period_us", "lag1_period",
    "min_period_us", "max_period_us", NULL};
static const char *const of_symbol[] = {"cycle", "level", "parent", "symbol",
    "position", "kernels", "name", "inner", "times", "min_times", "max_times",
    NULL};
static const char *const of_phase[] = {"phase", "phase_reason", NULL};

const char *const print_names[] = {[PRINT_POSITIONS] = "positions",
    [PRINT_LIST] = "list",
    [PRINT_REPEATS] = "repeats",
    [PRINT_OUTLIERS] = "outliers",
    [PRINT_SEGMENTS] = "segments",
    [PRINT_SPREAD] = "spread",
    [PRINT_SYMBOLS] = "symbols",
    [PRINT_EVENTS] = "events"};

const char *const print_event_columns[] = {
    "cycle", "rep", "position", "path", NULL};

/* A table's columns in groups; details and phases come last if they fit. */
static const struct table {
	const char *const *group[3];
	bool details, phases;
	bool (*print)(struct tsvw *, const struct report *);
} tables[] = {
    [PRINT_POSITIONS] = {{of_track, of_cycle, of_position}, true, true,
	print_positions},
    [PRINT_LIST] = {{of_track, of_cycle, of_list}, false, true, print_list},
    [PRINT_REPEATS] = {{of_track, of_repeat}, false, true, print_repeats},
    [PRINT_OUTLIERS] = {{of_track, of_outlier}, false, true, print_outliers},
    [PRINT_SEGMENTS] = {{of_track, of_segment}, false, false, print_segments},
    [PRINT_SPREAD] = {{of_track, of_spread}, false, false, print_spread},
    [PRINT_SYMBOLS] = {{of_track, of_symbol}, false, false, print_symbols},
    [PRINT_EVENTS] = {{print_event_columns}, false, false, print_events},
};

static void
print_columns(struct tsvw *out, const char *const *name)
{
	while (name && *name)
		tsvw_text(out, span_of(*name++));
}

void
print_header(struct tsvw *out, enum print_table table, const struct events *e,
    bool fingerprints)
{
	const struct table *t = &tables[table];

	for (size_t g = 0; g < sizeof t->group / sizeof *t->group; g++)
		print_columns(out, t->group[g]);
	for (int k = 0; k < e->details && t->details; k++)
		tsvw_text(out, span_of(e->detail_name[k]));
	if (e->column.phase != TSV_MISSING && t->phases)
		print_columns(out, of_phase);
	if (table == PRINT_LIST && fingerprints)
		tsvw_text(out, span_of("fingerprint"));
	xtsvw_end(out);
	xtsvw_flush(out);
}

bool
print_table(struct tsvw *out, enum print_table table, const struct report *r)
{
	return tables[table].print(out, r);
}
