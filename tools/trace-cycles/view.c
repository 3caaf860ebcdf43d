#include "tools/trace-cycles/view.h"

const struct event *
view_kernel(const struct view *v, uint32_t place)
{
	return &v->report->events->event[v->lane->kernel[place]];
}

static bool
same_gpu(const struct events *e, uint32_t a, uint32_t b)
{
	return e->track[a].rank == e->track[b].rank &&
	    e->track[a].device == e->track[b].device;
}

/* Adds the kernel time of all lanes of the cycle's GPU. */
static int64_t
sum_gpu(const struct view *v)
{
	const struct lanes *l = v->report->lanes;
	const struct events *e = v->report->events;
	int64_t sum = 0;

	for (size_t i = 0; i < l->n; i++)
		if (same_gpu(e, l->lane[i].track, v->lane->track) &&
		    fixed_add(&sum, l->lane[i].sum))
			return -1;
	return sum;
}

int64_t
view_period(const struct view *v, size_t r)
{
	if (r + 1 >= v->cycle->repeats ||
	    v->repeat[r + 1].start != v->repeat[r].end)
		return -1;
	return view_kernel(v, v->repeat[r + 1].start)->ts -
	    view_kernel(v, v->repeat[r].start)->ts;
}

/* The mean from start to start, over repeats that follow without a gap. */
static int64_t
mean_period(const struct view *v)
{
	int64_t sum = 0, n = 0;

	for (size_t r = 0; r < v->cycle->repeats; r++)
		if (view_period(v, r) >= 0) {
			sum += view_period(v, r);
			n++;
		}
	return n ? fixed_divide(sum, n) : -1;
}

struct view
view_cycle(const struct report *r, size_t i)
{
	struct view v = {.report = r, .number = i + 1, .found = &r->found[i]};

	v.lane = &r->lanes->lane[v.found->lane];
	v.cycle = &v.lane->cycles.cycle[v.found->cycle];
	v.repeat = v.lane->cycles.repeat + v.cycle->first_repeat;
	v.gpu = sum_gpu(&v);
	v.period = mean_period(&v);
	return v;
}

size_t
view_number(const struct report *r, uint32_t lane, uint32_t cycle)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->found[i].lane == lane && r->found[i].cycle == cycle)
			return i + 1;
	return 0;
}
