#include "tools/trace-cycles/view.h"

struct view
view_cycle(const struct report *r, size_t i)
{
	struct view v = {r, i + 1, &r->chosen.found[i], NULL, NULL};

	v.lane = &r->lanes->lane[v.found->lane];
	v.cycle = &v.lane->cycles.cycle[v.found->cycle];
	return v;
}

struct walk
view_all(const struct view *v)
{
	return walk_begin(&v->lane->cycles, v->found->cycle, true);
}

struct walk
view_repeats(const struct view *v)
{
	return walk_begin(
	    &v->lane->cycles, v->found->cycle, v->report->partial);
}

size_t
view_number(const struct report *r, uint32_t lane, uint32_t cycle)
{
	for (size_t i = 0; i < r->chosen.n; i++)
		if (r->chosen.found[i].lane == lane &&
		    r->chosen.found[i].cycle == cycle)
			return i + 1;
	return 0;
}

static bool
same_gpu(const struct events *e, uint32_t a, uint32_t b)
{
	return e->track[a].rank == e->track[b].rank &&
	    e->track[a].device == e->track[b].device;
}

int64_t
view_gpu_sum(const struct view *v)
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
