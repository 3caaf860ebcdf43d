#include "tools/trace-cycles/repeats.h"

struct repeat_iterator
repeats_begin(const struct cycles *c, uint32_t cycle, bool with_partials)
{
	const struct cycle *k = &c->cycle[cycle];

	return (struct repeat_iterator){.cycle = k,
	    .repeat = c->repeat + k->first_repeat,
	    .partial = with_partials ? c->partial + k->first_partial : NULL};
}

static size_t
count_partials(const struct repeat_iterator *w)
{
	return w->partial ? w->cycle->partials : 0;
}

bool
repeats_peek(const struct repeat_iterator *w, struct visit *out)
{
	bool whole = w->reps < w->cycle->repeats;
	const struct partial *p =
	    w->partials < count_partials(w) ? &w->partial[w->partials] : NULL;

	if (p && (!whole || p->at.start < w->repeat[w->reps].start))
		*out =
		    (struct visit){{0, w->partials + 1}, p->at, p->from, p->to};
	else if (whole)
		*out = (struct visit){
		    {w->reps + 1, 0}, w->repeat[w->reps], 0, w->cycle->length};
	return p || whole;
}

bool
repeats_next(struct repeat_iterator *w, struct visit *out)
{
	if (!repeats_peek(w, out))
		return false;
	w->reps += out->which.rep != 0;
	w->partials += out->which.partial != 0;
	return true;
}

size_t
repeats_count(const struct repeat_iterator *w)
{
	return w->cycle->repeats + count_partials(w);
}

struct which
repeats_find(const struct repeat_iterator *w, uint32_t place)
{
	struct which none = {0, 0};
	size_t low = 0, high = w->cycle->repeats;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (w->repeat[middle].start <= place)
			low = middle + 1;
		else
			high = middle;
	}
	if (low && w->repeat[low - 1].end > place)
		return (struct which){(uint32_t)low, 0};
	for (low = 0, high = count_partials(w); low < high;) {
		size_t middle = low + (high - low) / 2;

		if (w->partial[middle].at.start <= place)
			low = middle + 1;
		else
			high = middle;
	}
	if (low && w->partial[low - 1].at.end > place)
		return (struct which){0, (uint32_t)low};
	return none;
}

uint32_t
repeats_start(const struct repeat_iterator *w, struct which which)
{
	return which.rep ? w->repeat[which.rep - 1].start
			 : w->partial[which.partial - 1].at.start;
}
