#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/meaning/stats.h"
#include "tools/trace-plot/series.h"

enum { RARE = 20 }; /* one outlier in so many points */

bool
series_rings_all(const struct series *s)
{
	return s->n <= SERIES_FEW || s->outliers * RARE <= s->n;
}

static void
note_outliers(struct series *s, const struct spread *spread)
{
	s->median = (double)spread->median;
	for (size_t i = 0; i < s->n; i++) {
		struct point *p = &s->point[i];

		if (!spread_is_outlier(spread, (int64_t)p->period))
			continue;
		p->over = p->period - s->median;
		s->outliers++;
	}
	for (size_t i = 0; i < s->n; i++)
		s->point[i].ringed =
		    s->point[i].over > 0 && series_rings_all(s);
}

/*
 * The number of kernels that most repeats have, whatever faults are in others;
 * none where the repeats differ. By Boyer and Moore's vote: if there is a
 * majority, it wins.
 */
static void
find_kernels(struct series *s)
{
	size_t votes = 0, times = 0;

	for (size_t i = 0; i < s->n; i++) {
		if (votes == 0)
			s->kernels = s->point[i].kernels;
		if (s->point[i].kernels == s->kernels)
			votes++;
		else
			votes--;
	}
	for (size_t i = 0; i < s->n; i++)
		times += s->point[i].kernels == s->kernels;
	s->has_kernels = 2 * times > s->n;
}

int
series_judge(struct series *s)
{
	int64_t *v = xcalloc(s->n, sizeof *v);
	struct spread spread;
	int rc = 1;

	find_kernels(s);
	s->low = s->high = s->point[0].period;
	for (size_t i = 0; i < s->n; i++) {
		double period = s->point[i].period;

		v[i] = (int64_t)period;
		if (period < s->low)
			s->low = period;
		if (period > s->high)
			s->high = period;
	}
	if (spread_of(v, s->n, &spread) == 0) {
		note_outliers(s, &spread);
		rc = 0;
	}
	free(v);
	return rc;
}
