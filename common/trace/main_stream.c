#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/trace/main_stream.h"

void
main_stream_add(
    struct stream_kernels *s, int64_t length, int64_t reps, int64_t start)
{
	bool several = length > 1;

	if (several < s->several)
		return;
	if (several > s->several || s->kernels <= 0)
		*s = (struct stream_kernels){s->gpu, several, 0, start};
	s->kernels += (double)length * (double)reps;
	s->start = start < s->start ? start : s->start;
}

static bool
is_better(const struct stream_kernels *a, const struct stream_kernels *b)
{
	if (a->several != b->several)
		return a->several;
	if (a->kernels > b->kernels || a->kernels < b->kernels)
		return a->kernels > b->kernels;
	return a->start < b->start;
}

void
main_stream_find(
    const struct stream_kernels *s, size_t n, size_t gpus, bool *is_main)
{
	size_t *best = xcalloc(gpus + 1, sizeof *best);

	for (size_t g = 0; g < gpus; g++)
		best[g] = n;
	for (size_t i = 0; i < n; i++) {
		size_t *b = &best[s[i].gpu];

		is_main[i] = false;
		if (*b == n || is_better(&s[i], &s[*b]))
			*b = i;
	}
	for (size_t g = 0; g < gpus; g++)
		if (best[g] < n)
			is_main[best[g]] = true;
	free(best);
}

ORDER_BY(compare_launches, struct stream_launch, UP(launch), UP(place))

struct main_stream
main_stream_open(const struct stream_work *work, size_t n)
{
	struct main_stream m = {.work = work,
	    .n = n,
	    .launched = xcalloc(n + 1, sizeof *m.launched)};

	for (size_t i = 0; i < n; i++)
		if (work[i].launch != STREAM_WORK_NO_LAUNCH)
			m.launched[m.launches++] =
			    (struct stream_launch){work[i].launch, i};
	qsort(m.launched, m.launches, sizeof *m.launched, compare_launches);
	return m;
}

void
main_stream_close(struct main_stream *m)
{
	free(m->launched);
	*m = (struct main_stream){0};
}

static bool
launched_until(struct stream_work w, struct stream_work other)
{
	return w.launch != other.launch ? w.launch < other.launch
					: w.start <= other.start;
}

static size_t
beside_by_time(const struct main_stream *m, struct stream_work other)
{
	size_t n = 0, high = m->n;

	BISECT(n, high, i, m->work[i].start <= other.start)
	if (n == 0 || (n == m->n && other.start >= m->work[n - 1].end))
		return STREAM_WORK_NONE;
	return n - 1;
}

static bool
same_call(const struct main_stream *m, size_t i, struct stream_work other)
{
	return i < m->launches && m->launched[i].launch == other.launch;
}

size_t
main_stream_beside(const struct main_stream *m, struct stream_work other)
{
	size_t n = 0, high = m->launches;

	BISECT(n, high, i, launched_until(m->work[m->launched[i].place], other))
	if (n > 0 && same_call(m, n - 1, other))
		return m->launched[n - 1].place;
	if (same_call(m, n, other)) /* all of its graph starts later */
		return m->launched[n].place;
	return n > 0 && n < m->launches ? m->launched[n - 1].place
					: beside_by_time(m, other);
}
