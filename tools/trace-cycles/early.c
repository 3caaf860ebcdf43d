#include "tools/trace-cycles/early.h"

enum {
	FIRST_LOOK = 10000, /* kernels: two steps of 80 layers of 60 */
	NEARLY = 9          /* of ten kernels */
};

struct early
early_begin(size_t reps)
{
	return (struct early){.reps = reps, .look = FIRST_LOOK};
}

static bool
is_nearly(size_t part, size_t whole)
{
	return part * 10 >= whole * NEARLY;
}

/* The longest row of repeats of a cycle that follow at once. */
static size_t
longest_row(const struct cycles *all, const struct cycle *c, uint32_t *kernels)
{
	const struct repeat *r = all->repeat + c->first_repeat;
	size_t longest = 0;

	*kernels = 0;
	for (size_t i = 0, last; i < c->repeats; i = last + 1) {
		for (last = i;
		     last + 1 < c->repeats && r[last + 1].start == r[last].end;)
			last++;
		if (last - i < longest)
			continue;
		longest = last - i + 1;
		*kernels = r[last].end - r[i].start;
	}
	return longest;
}

/* The kernels of the row of repeats that is nearly all of a sequence; or 0. */
static uint32_t
kernels_in_row(struct early *e, const struct track_sequence *l)
{
	for (size_t k = 1; k < l->cycles.n; k++) {
		const struct cycle *c = &l->cycles.cycle[k];
		uint32_t kernels;
		size_t reps = longest_row(&l->cycles, c, &kernels);

		if (c->level > 1 || reps < e->reps || !is_nearly(kernels, l->n))
			continue;
		if (kernels > e->found_reps * e->found_length) {
			e->found_reps = reps;
			e->found_length = c->length;
		}
		return kernels;
	}
	return 0;
}

static bool
is_enough(struct early *e, const struct track_sequences *l)
{
	size_t explained = 0;

	e->found_reps = e->found_length = 0;
	for (size_t i = 0; i < l->n; i++)
		explained += kernels_in_row(e, &l->sequence[i]);
	return is_nearly(explained, e->kernels);
}

bool
early_kernel(struct early *early, const struct events *e,
    const struct sequence_options *how)
{
	struct events now;
	struct track_sequences sequences = {0};
	bool enough;

	if (++early->kernels < early->look)
		return false;
	early->look *= 2;
	event_snapshot(e, &now);
	enough = track_sequences_find(&sequences, &now, how) == 0 &&
	    is_enough(early, &sequences);
	track_sequences_free(&sequences);
	event_snapshot_free(&now);
	return enough;
}
