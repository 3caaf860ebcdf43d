#include <stdlib.h>

#include "common/bytes/order.h"
#include "tools/trace-cut/structure.h"

ORDER_BY(compare_places, struct place, UP(track), UP(start), UP(end))

void
enclosing_sort(struct place *p, size_t n)
{
	qsort(p, n, sizeof *p, compare_places);
}

/* The first place that is not before (track, start). */
static size_t
first_from(const struct place *p, size_t n, uint32_t track, int64_t start)
{
	size_t low = 0;

	while (n) {
		size_t half = n / 2;
		const struct place *m = &p[low + half];

		if (m->track < track ||
		    (m->track == track && m->start < start)) {
			low += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return low;
}

/*
 * Places on one track are nested, so the first that starts no earlier than
 * `outer` lies inside it, or none does.
 */
bool
enclosing_any(struct place outer, const struct place *p, size_t n)
{
	size_t i = first_from(p, n, outer.track, outer.start);

	return i < n && p[i].track == outer.track && p[i].end <= outer.end;
}
