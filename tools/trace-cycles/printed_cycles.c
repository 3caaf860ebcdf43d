#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/printed_cycles.h"

struct view
view_cycle(const struct report *r, size_t i)
{
	const struct found *f = &r->chosen.found[i];
	const struct track_sequence *l = &r->sequences->sequence[f->sequence];

	return (struct view){r, i + 1, f, l, &l->cycles.cycle[f->cycle]};
}

/* Kernels of a stream come by start, so one end is enough for their union. */
struct extent
view_extent(const struct view *v, struct repeat r)
{
	struct extent e = {.start = view_kernel(v, r.start)->ts};
	int64_t end = INT64_MIN, busy_until = e.start;

	for (uint32_t i = r.start; i < r.end; i++) {
		const struct event *k = view_kernel(v, i);
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
view_period(const struct view *v, size_t i)
{
	const struct repeat *r = v->cycle->repeat + i;

	if (i + 1 >= v->cycle->repeats || r[1].start != r[0].end)
		return -1;
	return view_kernel(v, r[1].start)->ts - view_kernel(v, r[0].start)->ts;
}

size_t
view_periods(const struct view *v, int64_t *period)
{
	size_t n = 0;

	for (size_t i = 0; i < v->cycle->repeats; i++) {
		int64_t ns = view_period(v, i);

		if (ns >= 0)
			period[n++] = ns;
	}
	return n;
}
