#include <stdlib.h>

#include "common/buf.h"
#include "tools/trace-cycles/measure.h"

void
measure_free(struct measure *m)
{
	intervals_free(&m->kernels);
	free(m->period);
	*m = (struct measure){0};
}

int
measure_stretch(struct measure *m, const struct report *report,
    const struct lane *lane, struct repeat r, struct extent *out)
{
	int64_t end = INT64_MIN;

	*out = (struct extent){.start = view_kernel(report, lane, r.start)->ts};
	m->kernels.n = 0;
	for (uint32_t i = r.start; i < r.end; i++) {
		const struct event *k = view_kernel(report, lane, i);
		struct interval kernel = {k->ts, k->ts + k->dur};

		if (k->dur >= 0 && intervals_add(&m->kernels, kernel))
			return -1;
		end = kernel.end > end ? kernel.end : end;
		out->sum += k->dur;
	}
	if (intervals_close(&m->kernels))
		return -1;
	out->wall = end - out->start;
	out->busy = intervals_length(&m->kernels);
	return 0;
}

int64_t
measure_period(const struct view *v, const struct occurrence *o,
    const struct occurrence *next)
{
	if (!o->which.rep || !next->which.rep || next->at.start != o->at.end)
		return -1;
	return view_kernel(v->report, v->lane, next->at.start)->ts -
	    view_kernel(v->report, v->lane, o->at.start)->ts;
}

/* A stretch in which repeats follow at once. */
static int
add_stretch(
    struct measure *m, const struct view *v, struct repeat r, struct pace *out)
{
	struct extent e;

	if (measure_stretch(m, v->report, v->lane, r, &e))
		return -1;
	out->wall += e.wall;
	out->busy += e.busy;
	return 0;
}

int
measure_cycle(struct measure *m, const struct view *v, struct pace *out)
{
	struct walk w = view_repeats(v);
	struct occurrence o, next;
	struct repeat stretch;
	size_t n = 0;
	int64_t *grown =
	    array_grow(m->period, &m->cap, walk_length(&w), sizeof *grown);

	*out = (struct pace){.wall = 0};
	if (!grown)
		return -1;
	m->period = grown;
	walk_next(&w, &o);
	for (stretch = o.at; walk_next(&w, &next); o = next) {
		if (measure_period(v, &o, &next) >= 0)
			m->period[n++] = measure_period(v, &o, &next);
		if (next.at.start != stretch.end) {
			if (add_stretch(m, v, stretch, out))
				return -1;
			stretch.start = next.at.start;
		}
		stretch.end = next.at.end;
	}
	if (add_stretch(m, v, stretch, out))
		return -1;
	return stats_of(m->period, n, &out->period) ? -2 : 0;
}
