/*
 * Which lone steps are added: those with as many layers as steps that repeat, a
 * layer being less than half of a step; and which are dropped: those of which
 * all layers are layers of steps that repeat, if that is known.
 */
#include "tests/unit/test.h"
#include "tools/trace-cycles/hierarchy.h"

enum { STEP = 10, LAYER = 4, KERNELS = 3 * STEP };

/* Two steps of two layers, then a lone one, whose layers hold 1, 2, 3, `last`.
 */
static bool
lone_stays(uint32_t last, uint32_t faults)
{
	struct hierarchy h = {0};
	uint32_t kernel[KERNELS] = {0};
	uint32_t step = hierarchy_new_loop(&h, STEP, false);
	uint32_t layer = hierarchy_new_loop(&h, LAYER, false);
	uint32_t lone = hierarchy_new_loop(&h, STEP, true);
	uint32_t own = hierarchy_new_loop(&h, LAYER, false);
	bool stays = false;

	for (uint32_t i = 0; i < 3; i++) {
		uint32_t at = i * STEP;

		hierarchy_add_step(&h, at, at + STEP, i < 2 ? step : lone);
		for (uint32_t k = at + 1; k < at + STEP - 1; k += LAYER) {
			hierarchy_add_step(
			    &h, k, k + LAYER, i < 2 ? layer : own);
			h.item[h.n - 1].faults = faults;
			for (uint32_t n = 0; n < LAYER; n++)
				kernel[k + n] = n + 1;
			kernel[k + LAYER - 1] = i < 2 ? LAYER : last;
		}
	}
	hierarchy_order(&h);
	lone_steps_drop_known(&h, kernel);
	for (size_t i = 0; i < h.n; i++)
		stays |= h.item[i].loop == lone;
	CHECK_INT(h.n, stays ? 9 : 8);
	hierarchy_free(&h);
	return stays;
}

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
	bool added;

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
	lone_steps_add(&h, end, &all);
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
	CHECK(!lone_stays(LAYER, 0));
	CHECK(lone_stays(LAYER + 1, 0));
	/* no layer shows what it repeats */
	CHECK(lone_stays(LAYER, 1));
	return test_done();
}
