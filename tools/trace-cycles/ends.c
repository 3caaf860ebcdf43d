#include "tools/trace-cycles/ends.h"

static uint32_t
length_of(struct repeat r)
{
	return r.end - r.start;
}

/*
 * Whether a repeat at an end of a part has fewer kernels than all others of the
 * cycle, but for those at such ends: in steps of several lengths one of the
 * short ones may come last.
 */
static bool
is_short(const struct cycles *c, const struct part *p, uint32_t rep)
{
	uint32_t length = length_of(c->local[p->first + rep]);
	const struct part *all = c->part + c->cycle[0].first_part;

	for (size_t i = 0; i < c->cycle[0].parts; i++) {
		const struct repeat *r = c->local + all[i].first;

		if (all[i].cycle != p->cycle)
			continue;
		for (uint32_t k = 1; k + 1 < all[i].reps; k++)
			if (length_of(r[k]) <= length)
				return false;
	}
	return true;
}

void
ends_leave_out(struct cycles *c)
{
	struct part *p, *last;

	if (c->cycle[0].parts == 0)
		return;
	p = c->part + c->cycle[0].first_part;
	last = p + c->cycle[0].parts - 1;
	if (p->start == 0 && p->reps > 2 && is_short(c, p, 0)) {
		p->first++;
		p->reps--;
		p->start = c->local[p->first].start;
	}
	if (last->end == c->text.n && last->reps > 2 &&
	    is_short(c, last, last->reps - 1)) {
		last->reps--;
		last->end = c->local[last->first + last->reps - 1].end;
	}
}
