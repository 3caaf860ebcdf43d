#include "tools/trace-cycles/repeats.h"
#include "common/sequence/numbers.h"

struct repeat_iterator
repeats_begin(const struct cycles *c, uint32_t cycle, bool with_partials)
{
	const struct cycle *k = &c->cycle[cycle];

	return (struct repeat_iterator){.cycle = k,
	    .repeat = c->repeat + k->first_repeat,
	    .partial = c->partial + k->first_partial,
	    .all_partials = with_partials ? k->partials : 0};
}

bool
repeats_peek(const struct repeat_iterator *w, struct visit *out)
{
	const struct repeat *r = w->repeat + w->reps;
	const struct partial *p = w->partial + w->partials;
	bool whole = w->reps < w->cycle->repeats;
	bool partial = w->partials < w->all_partials;

	if (partial && (!whole || p->at.start < r->start))
		*out = (struct visit){
		    {w->partials + 1, true}, p->at, p->from, p->to};
	else if (whole)
		*out = (struct visit){
		    {w->reps + 1, false}, *r, 0, w->cycle->length};
	return partial || whole;
}

bool
repeats_next(struct repeat_iterator *w, struct visit *out)
{
	if (!repeats_peek(w, out))
		return false;
	if (out->which.partial)
		w->partials++;
	else
		w->reps++;
	return true;
}

/* The number of the stretch, `size` bytes each, that holds a place; or 0. */
static uint32_t
find(const void *stretch, size_t size, size_t n, uint32_t place)
{
	size_t behind = numbers_first_from(stretch, size, n, place + 1);
	const void *r =
	    (const char *)stretch + (behind ? behind - 1 : 0) * size;

	if (behind && ((const struct repeat *)r)->end <= place)
		return 0;
	return (uint32_t)behind;
}

struct which
repeats_find(const struct repeat_iterator *w, uint32_t place)
{
	uint32_t n =
	    find(w->repeat, sizeof *w->repeat, w->cycle->repeats, place);

	if (n)
		return (struct which){n, false};
	/* a partial one begins with where it is */
	n = find(w->partial, sizeof *w->partial, w->all_partials, place);
	return (struct which){n, n > 0};
}

uint32_t
repeats_start(const struct repeat_iterator *w, struct which which)
{
	return which.partial ? w->partial[which.number - 1].at.start
			     : w->repeat[which.number - 1].start;
}
