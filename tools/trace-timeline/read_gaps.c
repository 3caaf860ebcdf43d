#include <stdlib.h>

#include "common/cli/x.h"
#include "tools/trace-timeline/gaps.h"
#include "tools/trace-timeline/read_gaps.h"

struct gap_table {
	struct gap_event *event;
	size_t n, cap;
	struct pool *names;
	struct gap_calls calls;
};

static bool
is_work(struct span cat)
{
	static const char *const work[] = {
	    "kernel", "gpu_memcpy", "gpu_memset", NULL};

	return span_is_one_of(cat, work);
}

static void
read_events(struct gap_table *t, struct tsv *in)
{
	int ts = xtsv_column(in, "ts_us", "trace-link");
	int dur = xtsv_column(in, "dur_us", "trace-link");
	int name = xtsv_column(in, "name", "trace-link");
	int cat = xtsv_optional(in, "cat");
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
		e.name = xpool_add(t->names, tsv_field(in, name));
		XARRAY_PUSH(t->event, t->n, &t->cap, e);
	}
}

static void
read_calls(struct gap_table *t, struct tsv *in)
{
	int ts = xtsv_column(in, "ts_us", "trace-extract");
	int dur = xtsv_column(in, "dur_us", "trace-extract");
	int name = xtsv_column(in, "name", "trace-extract");
	int cat = xtsv_column(in, "cat", "trace-extract");

	while (xtsv_next(in)) {
		enum cause cause =
		    gaps_call(tsv_field(in, cat), tsv_field(in, name));

		if (cause != CAUSES && tsv_field(in, dur).n &&
		    gaps_add_call(
			&t->calls, cause, xtsv_start_and_duration(in, ts, dur)))
			die_memory();
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
	struct gap_table t = {.names = xpool_new()};
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
	free(t.event);
	return t.n > 0;
}
