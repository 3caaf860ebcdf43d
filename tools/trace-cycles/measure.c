#include <stdlib.h>

#include "tools/trace-cycles/measure.h"

/* Kernels of a stream come by start, so one end is enough for their union. */
struct extent
measure_stretch(const struct report *report,
    const struct track_sequence *sequence, struct repeat r)
{
	struct extent e = {.start = view_kernel(report, sequence, r.start)->ts};
	int64_t end = INT64_MIN, busy_until = e.start;

	for (uint32_t i = r.start; i < r.end; i++) {
		const struct event *k = view_kernel(report, sequence, i);
		int64_t until = k->ts + k->dur;
		int64_t from = k->ts > busy_until ? k->ts : busy_until;

		if (until > from) {
			e.busy += until - from;
			busy_until = until;
		}
		end = until > end ? until : end;
		e.sum += k->dur;
	}
	e.wall = end - e.start;
	return e;
}

int64_t
measure_period(
    const struct view *v, const struct visit *o, const struct visit *next)
{
	if (!o->which.rep || !next->which.rep || next->at.start != o->at.end)
		return -1;
	return view_kernel(v->report, v->sequence, next->at.start)->ts -
	    view_kernel(v->report, v->sequence, o->at.start)->ts;
}

/* A stretch in which repeats follow at once. */
static void
add_stretch(const struct view *v, struct repeat r, struct pace *out)
{
	struct extent e = measure_stretch(v->report, v->sequence, r);

	out->wall += e.wall;
	out->busy += e.busy;
}

int
measure_cycle(const struct view *v, struct pace *out)
{
	struct repeat_iterator w = view_repeats(v);
	int64_t *period = malloc(repeats_count(&w) * sizeof *period);
	struct visit o, next;
	struct repeat stretch;
	size_t n = 0;
	int rc;

	*out = (struct pace){.wall = 0};
	if (!period)
		return -1;
	repeats_next(&w, &o);
	for (stretch = o.at; repeats_next(&w, &next); o = next) {
		if (measure_period(v, &o, &next) >= 0)
			period[n++] = measure_period(v, &o, &next);
		if (next.at.start != stretch.end) {
			add_stretch(v, stretch, out);
			stretch.start = next.at.start;
		}
		stretch.end = next.at.end;
	}
	add_stretch(v, stretch, out);
	rc = stats_of(period, n, &out->period) ? -2 : 0;
	free(period);
	return rc;
}
