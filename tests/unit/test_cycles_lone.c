/*
 * Which lone steps are added: those with as many layers as steps that repeat, a
 * layer being less than half of a step.
 */
#include "tests/unit/test.h"
#include "tools/trace-cycles/hierarchy.h"

enum { STEP = 10, LAYER = 4, MOST = 1000 };

/*
 * Two steps of two layers, then a stretch that is many times longer, with a
 * head, of two repeats of `repeat` kernels.
 */
static bool
lone_is_added(uint32_t repeat)
{
	struct hierarchy h = {0};
	struct cycle_limits all = {.longest = UINT32_MAX};
	uint32_t step = hierarchy_new_loop(&h, STEP, false);
	uint32_t layer = hierarchy_new_loop(&h, LAYER, false);
	uint32_t other = hierarchy_new_loop(&h, repeat, false);
	uint32_t head = repeat, end = 2 * STEP + head + 2 * repeat;
	static const uint32_t symbol[MOST]; /* all are equal */
	bool added;

	CHECK(end <= MOST);

	for (uint32_t i = 0; i < 2; i++) {
		uint32_t at = i * STEP, inner = at + 1;

		hierarchy_add_step(&h, at, at + STEP, step);
		hierarchy_add_step(&h, inner, inner + LAYER, layer);
		inner += LAYER;
		hierarchy_add_step(&h, inner, inner + LAYER, layer);
	}
	for (uint32_t at = 2 * STEP + head; at < end; at += repeat)
		hierarchy_add_step(&h, at, at + repeat, other);
	hierarchy_order(&h);
	lone_steps_add(&h, symbol, end, &all);
	added = h.n == 9;
	hierarchy_free(&h);
	return added;
}

int
main(void)
{
	CHECK(lone_is_added(LAYER));
	CHECK(!lone_is_added(30 * LAYER));
	CHECK(!lone_is_added(5 * LAYER));
	return test_done();
}
