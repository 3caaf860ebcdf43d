#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/repeat_times.h"

/* Kernels of a stream come by start, so one end is enough for their union. */
struct extent
found_extent(const struct found *v, struct repeat r)
{
	struct extent e = {.start = found_kernel(v, r.start)->ts};
	int64_t end = INT64_MIN, busy_until = e.start;

	for (uint32_t i = r.start; i < r.end; i++) {
		const struct event *k = found_kernel(v, i);
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
found_period(const struct found *v, size_t i)
{
	const struct repeat *r = v->cycle->repeat + i;

	if (i + 1 >= v->cycle->repeats || r[1].start != r[0].end)
		return -1;
	return found_kernel(v, r[1].start)->ts -
	    found_kernel(v, r[0].start)->ts;
}

size_t
found_periods(const struct found *v, int64_t *period)
{
	size_t n = 0;

	for (size_t i = 0; i < v->cycle->repeats; i++) {
		int64_t ns = found_period(v, i);

		if (ns >= 0)
			period[n++] = ns;
	}
	return n;
}
