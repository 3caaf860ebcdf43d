/*
 * The hierarchy: sequences whose cycles are known, and what must be true of the
 * answer for any sequence.
 */
#include <stdlib.h>

#include "tests/unit/cycles_check.h"
#include "tests/unit/test.h"
#include "tests/unit/text_buffer.h"

/* Whether there is a cycle of that level, length and number of repeats. */
static bool
has(const struct cycles *c, uint32_t level, uint32_t length, size_t repeats)
{
	for (size_t i = 1; i < c->n; i++)
		if (c->cycle[i].level == level &&
		    c->cycle[i].length == length &&
		    c->cycle[i].repeats == repeats)
			return true;
	for (size_t i = 1; i < c->n; i++)
		printf("# level %u: %u x %zu\n", c->cycle[i].level,
		    c->cycle[i].length, c->cycle[i].repeats);
	return false;
}

static void
test_step_and_layer(void)
{
	struct text_buffer t = {.n = 0};
	struct cycles c;

	for (int step = 0; step < 5; step++) {
		add(&t, 1, 7);
		add_times(&t, 24, 100, 120);
		add(&t, 8, 20);
		add_times(&t, 12, 200, 223);
	}
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 4);
	CHECK(has(&c, 1, 7 + 24 * 21 + 13 + 12 * 24, 5));
	CHECK(has(&c, 2, 21, 120));
	CHECK(has(&c, 2, 24, 60));
	CHECK_INT(c.cycle[1].root, 0);
	cycles_free(&c);
}

/* Requests of steps of layers of blocks. */
static void
test_four_levels(void)
{
	struct text_buffer t = {.n = 0};
	struct cycles c;

	for (int request = 0; request < 3; request++) {
		add(&t, 1, 9);
		for (int step = 0; step < 4; step++) {
			add(&t, 20, 25);
			for (int layer = 0; layer < 6; layer++) {
				add(&t, 30, 34);
				add_times(&t, 4, 40, 43);
			}
		}
	}
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 5);
	CHECK(has(&c, 1, 9 + 4 * (6 + 6 * 21), 3));
	CHECK(has(&c, 2, 6 + 6 * 21, 12));
	CHECK(has(&c, 3, 21, 72));
	CHECK(has(&c, 4, 4, 288));
	cycles_free(&c);
}

/* The same layer before and after something else is one cycle. */
static void
test_one_class(void)
{
	struct text_buffer t = {.n = 0};
	struct cycles c;

	add_times(&t, 10, 1, 15);
	add(&t, 50, 60);
	add(&t, 11, 15);
	add_times(&t, 24, 1, 15);
	add(&t, 1, 3);
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 2);
	CHECK(has(&c, 1, 15, 34));
	CHECK_INT(c.cycle[1].root, 0);
	cycles_free(&c);
}

/* A chance pair outside, a loop of one kernel, nothing at all. */
static void
test_small(void)
{
	struct text_buffer t = {.n = 0};
	struct cycles c;

	add_times(&t, 2, 1, 2);
	add(&t, 3, 9);
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 1);
	cycles_free(&c);
	add_times(&t, 9, 4, 4);
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 2);
	CHECK(has(&c, 1, 1, 9));
	cycles_free(&c);
	cycles_find(t.s, 0, NULL, &any, &c);
	CHECK_INT(c.n, 1);
	cycles_free(&c);
}

/* Layers with 3 experts and with 18 are like each other. */
static void
test_experts(void)
{
	static const int experts[6][6] = {{18, 18, 18, 18, 3, 18},
	    {17, 18, 3, 18, 18, 18}, {16, 18, 18, 16, 3, 17},
	    {18, 16, 18, 16, 18, 16}, {18, 17, 3, 18, 18, 18},
	    {17, 18, 18, 18, 18, 16}};
	static uint32_t level[MOST];
	struct text_buffer t = {.n = 0};
	struct cycles c;

	for (int step = 0; step < 6; step++) {
		add(&t, 30, 35);
		for (int layer = 0; layer < 6; layer++) {
			add(&t, 1, 6);
			add_times(&t, experts[step][layer], 10, 13);
			add(&t, 20, 23);
		}
		add(&t, 40, 42);
	}
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 4);
	CHECK(has(&c, 2, 6 + 18 * 4 + 4, 36));
	CHECK(has(&c, 3, 4, 572));
	CHECK(cycles_hold(t.s, t.n, &any, &c, level));
	cycles_free(&c);
}

/* Dense layers, then those of a mixture of experts: both begin alike. */
static void
test_alike_at_start(void)
{
	static uint32_t level[MOST];
	struct text_buffer t = {.n = 0};
	struct cycles c;

	for (int step = 0; step < 6; step++) {
		add(&t, 1, 3);
		for (int layer = 0; layer < 12; layer++) {
			add(&t, 10, 15);
			if (layer < 3)
				add(&t, 20, 25);
			else
				add(&t, 30, 37);
		}
		add(&t, 40, 41);
	}
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 4);
	CHECK(has(&c, 2, 12, 18));
	CHECK(has(&c, 2, 14, 54));
	CHECK(cycles_hold(t.s, t.n, &any, &c, level));
	cycles_free(&c);
}

/* The third kernel of the first layer is another one than in all others. */
static void
test_first_layer(void)
{
	struct text_buffer t = {.n = 0};
	struct cycles c;

	for (int step = 0; step < 6; step++) {
		add(&t, 1, 5);
		add(&t, 10, 11);
		add(&t, 50, 50);
		add(&t, 13, 25);
		add_times(&t, 23, 10, 25);
		add(&t, 6, 9);
	}
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK(has(&c, 1, 5 + 24 * 16 + 4, 6));
	CHECK(has(&c, 2, 16, 144));
	cycles_free(&c);
}

/* Two kinds of layers of one length, in steps with a wrong kernel each. */
static void
test_equally_long(void)
{
	static uint32_t level[MOST];
	struct text_buffer t = {.n = 0};
	struct cycles c;

	for (size_t step = 0; step < 6; step++) {
		add(&t, 50, 55);
		add_times(&t, 4, 1, 8);
		add(&t, 60, 65);
		add_times(&t, 4, 11, 18);
		t.s[step * 76 + 8 + 9 * step] = 99;
	}
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK_INT(c.n, 4);
	CHECK(has(&c, 1, 76, 6));
	CHECK(has(&c, 2, 8, 24));
	CHECK(cycles_hold(t.s, t.n, &any, &c, level));
	cycles_free(&c);
}

/*
 * Layers whose last kernels but one, or first but one, are two or two others,
 * as those of a mixed quantization: all are whole, also first and last in a
 * step.
 */
static void
test_two_names(bool at_end)
{
	static const char other[8][4] = {
	    "111", "001", "010", "100", "001", "010", "100", "111"};
	static uint32_t level[MOST];
	struct text_buffer t = {.n = 0};
	struct cycles c;

	for (int step = 0; step < 8; step++) {
		add(&t, 60, 75);
		for (int layer = 0; layer < 3; layer++) {
			uint32_t name = other[step][layer] == '1' ? 40 : 50;

			add(&t, 1, at_end ? 30 : 1);
			add(&t, name, name + 1);
			add(&t, at_end ? 31 : 2, 31);
		}
		add(&t, 80, 95);
	}
	cycles_find(t.s, t.n, NULL, &any, &c);
	CHECK(has(&c, 1, 32 + 3 * 33, 8));
	CHECK(has(&c, 2, 33, 24));
	CHECK(cycles_hold(t.s, t.n, &any, &c, level));
	cycles_free(&c);
}

static uint32_t
random_below(uint64_t *state, uint32_t n)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((*state >> 33) % n);
}

/* One body in another, and that in the first one again: it comes to an end. */
static void
test_end(void)
{
	static const struct cycle_limits limits = {1, 159, false};
	static const char names[] =
	    "0103200103200103200103200103200103200103200103200103200103200103"
	    "2001032001032001030032001032001032001032001030032001032001032001"
	    "0320010300320010320010310320010300320010320010310320010300320010"
	    "3200103100010310320010300320010320010310001031032001030032001032"
	    "00001031032001030032001032000";
	static uint32_t s[sizeof names], level[sizeof names];
	struct cycles c;

	for (size_t i = 0; i + 1 < sizeof names; i++)
		s[i] = (uint32_t)(names[i] - '0');
	cycles_find(s, sizeof names - 1, NULL, &limits, &c);
	CHECK(cycles_hold(s, sizeof names - 1, &limits, &c, level));
	cycles_free(&c);
}

static void
test_any(void)
{
	static uint32_t s[MOST], level[MOST];
	uint64_t state = 1;
	int wrong = 0;

	for (int t = 0; t < 400; t++) {
		size_t n = 1 + random_below(&state, 600);
		struct cycle_limits limits = {1 + random_below(&state, 3),
		    2 + random_below(&state, 300), false};
		struct cycles c;

		for (size_t i = 0; i < n; i++) {
			size_t back = 1 + random_below(&state, 50);

			s[i] = random_below(&state, 4);
			for (size_t k = random_below(&state, 90);
			     k > 0 && i >= back && i + 1 < n; k--, i++)
				s[i + 1] = s[i + 1 - back];
		}
		if (limits.shortest > limits.longest)
			continue;
		cycles_find(s, n, NULL, &limits, &c);
		wrong += !cycles_hold(s, n, &limits, &c, level);
		cycles_free(&c);
	}
	CHECK_INT(wrong, 0);
}

/*
 * The trace begins and ends within a step; before each the GPU is idle, before
 * some far longer than before others.
 */
static void
test_cut_off(void)
{
	enum { STEP = 40, FIRST = 25, KERNELS = FIRST + 5 * STEP + 30 };
	struct cycle_limits limits = {1, INT32_MAX, false};
	uint32_t s[KERNELS];
	int64_t idle[KERNELS];
	struct known known = {idle, NULL};
	struct cycles c;

	for (uint32_t i = 0; i < KERNELS; i++) {
		s[i] = (i + STEP - FIRST) % STEP;
		idle[i] = s[i] ? 1000 : i / STEP % 2 ? 90000 : 8000;
	}
	cycles_find(s, KERNELS, &known, &limits, &c);
	CHECK_INT(c.n, 2);
	CHECK_INT(c.cycle[1].repeats, 5);
	CHECK_INT(c.cycle[1].repeat->start, FIRST);
	cycles_free(&c);
}

int
main(void)
{
	test_step_and_layer();
	test_cut_off();
	test_four_levels();
	test_one_class();
	test_small();
	test_experts();
	test_alike_at_start();
	test_first_layer();
	test_equally_long();
	test_two_names(true);
	test_two_names(false);
	test_end();
	test_any();
	return test_done();
}
