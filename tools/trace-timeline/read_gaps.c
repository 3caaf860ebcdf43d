#include <stdlib.h>

#include "common/cli/x.h"
#include "common/meaning/category.h"
#include "tools/trace-timeline/gaps.h"
#include "tools/trace-timeline/read_gaps.h"

struct gap_table {
	struct gap_event *event;
	size_t n, cap;
	struct pool *names, *worked; /* correlations of events */
	bool unclear;                /* an event might be of any launch */
	struct gap_calls calls;
};

static bool
is_work(struct span cat)
{
	static const char *const work[] = {
	    "kernel", "gpu_memcpy", "gpu_memset", NULL};

	return span_is_one_of(cat, work);
}

static bool
is_id(struct span id)
{
	return id.n && !span_is(id, "0");
}

/* Some recorders write no correlation, 0, or one for all; see launch.h. */
static void
note_work(struct gap_table *t, struct span id, bool launched)
{
	uint32_t known = pool_count(t->worked);

	if (is_id(id))
		xpool_add(t->worked, id);
	if (!launched && pool_count(t->worked) == known)
		t->unclear = true;
}

static void
read_events(struct gap_table *t, struct tsv *in)
{
	int ts = xtsv_column(in, "ts_us", "trace-link");
	int dur = xtsv_column(in, "dur_us", "trace-link");
	int name = xtsv_column(in, "name", "trace-link");
	int cat = xtsv_optional(in, "cat");
	int correlation = xtsv_optional(in, "correlation");
	int launch_ts = xtsv_column(in, "launch_ts_us", "trace-link");
	int launch_dur = xtsv_column(in, "launch_dur_us", "trace-link");

	while (xtsv_next(in)) {
		struct gap_event e = {
		    .launch = {GAPS_NO_LAUNCH, GAPS_NO_LAUNCH}};

		if (cat != TSV_MISSING && !is_work(tsv_field(in, cat)))
			continue;
		e.run = xtsv_start_and_duration(in, ts, dur);
		if (tsv_field(in, launch_ts).n)
			e.launch =
			    xtsv_start_and_duration(in, launch_ts, launch_dur);
		note_work(t,
		    correlation == TSV_MISSING ? (struct span){0}
					       : tsv_field(in, correlation),
		    tsv_field(in, launch_ts).n);
		e.name = xpool_add(t->names, tsv_field(in, name));
		XARRAY_PUSH(t->event, t->n, &t->cap, e);
	}
}

/*
 * A call of the runtime whose correlation no event of the GPU bears may have
 * lost its work; nothing is known of one without correlation.
 */
static void
note_lost(
    struct gap_table *t, struct tsv *in, int name, int correlation, int ts)
{
	struct span id = tsv_field(in, correlation);
	bool worked = !is_id(id) || pool_find(t->worked, id) != POOL_NONE;
	enum lost_kind kind = lost_kind(tsv_field(in, name), worked);

	if (kind != LOST_NOTHING &&
	    lost_add(&t->calls.lost, kind, xtsv_us(in, ts)))
		die_memory();
}

static void
read_calls(struct gap_table *t, struct tsv *in)
{
	int ts = xtsv_column(in, "ts_us", "trace-extract");
	int dur = xtsv_column(in, "dur_us", "trace-extract");
	int name = xtsv_column(in, "name", "trace-extract");
	int cat = xtsv_column(in, "cat", "trace-extract");
	int correlation = xtsv_optional(in, "correlation");
	bool has_ids = correlation != TSV_MISSING && !t->unclear;

	while (xtsv_next(in)) {
		enum cause cause =
		    gaps_call(tsv_field(in, cat), tsv_field(in, name));

		if (cause != CAUSES && tsv_field(in, dur).n &&
		    gaps_add_call(
			&t->calls, cause, xtsv_start_and_duration(in, ts, dur)))
			die_memory();
		if (has_ids && category_is_call(tsv_field(in, cat)))
			note_lost(t, in, name, correlation, ts);
	}
}

static void
print_sums(struct tsvw *out, const struct gap_sum sum[CAUSES])
{
	for (int i = 0; i < CAUSES; i++)
		if (sum[i].count) {
			tsvw_text(out, span_of(gaps_cause(i)));
			tsvw_int(out, sum[i].count);
			tsvw_us(out, sum[i].time);
			xtsvw_end(out);
		}
	xtsvw_flush(out);
}

bool
read_gaps(struct tsv *in, const char *host, struct tsvw *out)
{
	struct gap_table t = {.names = xpool_new(), .worked = xpool_new()};
	struct gap_sum sum[CAUSES] = {{0}};
	struct tsv *calls = xtsv_open_file(host);

	tsvw_text(out, span_of("cause"));
	tsvw_text(out, span_of("count"));
	tsvw_text(out, span_of("sum_us"));
	xtsvw_end(out);
	xtsvw_flush(out);
	read_events(&t, in);
	read_calls(&t, calls);
	tsv_close(calls);
	if (gaps_find(t.event, t.n, pool_count(t.names), &t.calls, sum))
		die_memory();
	print_sums(out, sum);
	gaps_free_calls(&t.calls);
	pool_free(t.names);
	pool_free(t.worked);
	free(t.event);
	return t.n > 0;
}
