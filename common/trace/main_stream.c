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

/* Its launch and its place. */
struct by_launch {
	int64_t launch;
	size_t place;
};

ORDER_BY(compare_launches, struct by_launch, UP(launch), UP(place))

struct main_stream
main_stream_open(const struct stream_work *work, size_t n)
{
	struct main_stream m = {.work = work, .n = n};
	struct by_launch *sorted = xcalloc(n + 1, sizeof *sorted);

	for (size_t i = 0; i < n; i++)
		if (work[i].launch != STREAM_WORK_NO_LAUNCH)
			sorted[m.launches++] =
			    (struct by_launch){work[i].launch, i};
	qsort(sorted, m.launches, sizeof *sorted, compare_launches);
	m.launched = xcalloc(m.launches + 1, sizeof *m.launched);
	for (size_t i = 0; i < m.launches; i++)
		m.launched[i] = sorted[i].place;
	free(sorted);
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
	return i < m->launches &&
	    m->work[m->launched[i]].launch == other.launch;
}

size_t
main_stream_beside(const struct main_stream *m, struct stream_work other)
{
	size_t n = 0, high = m->launches;

	BISECT(n, high, i, launched_until(m->work[m->launched[i]], other))
	if (n > 0 && same_call(m, n - 1, other))
		return m->launched[n - 1];
	if (same_call(m, n, other)) /* all of its graph starts later */
		return m->launched[n];
	return n > 0 && n < m->launches ? m->launched[n - 1]
					: beside_by_time(m, other);
}
