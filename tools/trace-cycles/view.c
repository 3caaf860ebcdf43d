#include "tools/trace-cycles/view.h"

struct view
view_cycle(const struct report *r, size_t i)
{
	struct view v = {r, i + 1, &r->chosen.found[i], NULL, NULL};

	v.sequence = &r->sequences->sequence[v.found->sequence];
	v.cycle = &v.sequence->cycles.cycle[v.found->cycle];
	return v;
}

struct repeat_iterator
view_all(const struct view *v)
{
	return repeats_begin(&v->sequence->cycles, v->found->cycle, true);
}

struct repeat_iterator
view_repeats(const struct view *v)
{
	return repeats_begin(
	    &v->sequence->cycles, v->found->cycle, v->report->partial);
}

size_t
view_number(const struct report *r, uint32_t sequence, uint32_t cycle)
{
	for (size_t i = 0; i < r->chosen.n; i++)
		if (r->chosen.found[i].sequence == sequence &&
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
	const struct track_sequences *l = v->report->sequences;
	const struct events *e = v->report->events;
	int64_t sum = 0;

	for (size_t i = 0; i < l->n; i++)
		if (same_gpu(e, l->sequence[i].track, v->sequence->track) &&
		    fixed_add(&sum, l->sequence[i].sum))
			return -1;
	return sum;
}
