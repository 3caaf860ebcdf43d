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

/* The kernels of the row of repeats that is nearly all of a lane; or 0. */
static uint32_t
kernels_in_row(struct early *e, const struct lane *l)
{
	const struct cycles *c = &l->cycles;

	for (size_t i = 0; i < c->cycle[0].parts; i++) {
		const struct part *p = &c->part[c->cycle[0].first_part + i];
		uint32_t kernels = p->end - p->start;

		if (p->reps < e->reps || !is_nearly(kernels, l->n))
			continue;
		if (kernels > e->found_reps * e->found_length) {
			e->found_reps = p->reps;
			e->found_length = c->cycle[p->cycle].length;
		}
		return kernels;
	}
	return 0;
}

static bool
is_enough(struct early *e, const struct lanes *l)
{
	size_t explained = 0;

	e->found_reps = e->found_length = 0;
	for (size_t i = 0; i < l->n; i++)
		explained += kernels_in_row(e, &l->lane[i]);
	return is_nearly(explained, e->kernels);
}

int
early_kernel(
    struct early *early, const struct events *e, const struct lane_options *how)
{
	struct events now;
	struct lanes lanes = {0};
	int rc = -1;

	if (++early->kernels < early->look)
		return 0;
	early->look *= 2;
	if (event_snapshot(e, &now) == 0)
		rc = lanes_find(&lanes, &now, how);
	if (rc == 0)
		rc = is_enough(early, &lanes);
	lanes_free(&lanes);
	event_snapshot_free(&now);
	return rc == -2 ? 0 : rc;
}
