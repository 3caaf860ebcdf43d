#include "tools/trace-cycles/chains.h"
#include "tools/trace-cycles/yield.h"

/* Whether `found` has repeats that are not to be cut for those of `o`. */
static bool
is_whole(const struct instance *o, const struct instance *found)
{
	return (found->end - found->start) / found->in_row >=
	    (o->end - o->start) / 2;
}

/* One instance, against one row of repeats that it overlaps. */
static void
yield(struct instance *o, const struct instance *found)
{
	uint32_t most = chains_tolerated(o->end - o->start);

	if (o->whole || !is_whole(o, found))
		return;
	if (o->start < found->start && o->end - found->start <= most) {
		o->faults += o->end - found->start;
		o->end = found->start;
	} else if (o->end > found->end && found->end - o->start <= most) {
		o->faults += found->end - o->start;
		o->start = found->end;
	}
}

void
yield_edges(struct instances *all, const struct instances *found)
{
	size_t k = 0;

	for (size_t i = 0; i < all->n; i++) {
		struct instance *o = &all->list[i];

		while (k < found->n && found->list[k].end <= o->start)
			k++;
		for (size_t j = k;
		     j < found->n && found->list[j].start < o->end; j++)
			yield(o, &found->list[j]);
	}
}
