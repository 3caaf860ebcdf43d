/*
 * Steps that a source without memory explains, by numbers worked out by hand.
 */
#include "tests/unit/test.h"
#include "tools/trace-cycles/code_length.h"
#include "tools/trace-cycles/cycles.h"
#include "tools/trace-cycles/prices.h"

/* Within a thousandth of a bit. */
static bool
is_near(int64_t bits, double expected)
{
	double off = (double)bits / (double)CODE_LENGTH_BIT - expected;

	return off < 0.001 && off > -0.001;
}

static void
test_logarithm(void)
{
	CHECK(code_length_log2(1) == 0);
	CHECK(code_length_log2(2) == CODE_LENGTH_BIT);
	CHECK(code_length_log2((uint64_t)1 << 62) == 62 * CODE_LENGTH_BIT);
	CHECK(is_near(code_length_log2(3), 1.584963));
	CHECK(is_near(code_length_log2(1000), 9.965784));
	CHECK(is_near(code_length_log2(1000001), 19.931570));
}

static void
test_bits(void)
{
	/* one of four kinds at random is two bits, five in a row are ten */
	CHECK(is_near(code_length_of_letters(1, 10, 40), 2));
	CHECK(is_near(code_length_of_letters(5, 10, 40), 10));
	CHECK(code_length_of_letters(9, 40, 40) == 0);
	/* two rows among 32 letters: 3 * 5 + 8 */
	CHECK(is_near(code_length_of_loop(2, 32), 23));
}

enum { LAYERS = 12, MOST = 500000 }; /* kernels at most */

/* The kernels of a layer, and those that only one kind of step has. */
struct layer {
	uint32_t kernels, own;
};

/* A step of a kind: five kernels, layers, one kernel. */
static size_t
add_step(uint32_t *s, size_t n, uint32_t kind, struct layer layer)
{
	for (uint32_t i = 0; i < 5; i++)
		s[n++] = i;
	for (uint32_t i = 0; i < LAYERS; i++)
		for (uint32_t k = 0; k < layer.kernels; k++)
			s[n++] = 10 + k +
			    (k * layer.own / layer.kernels !=
					(k + 1) * layer.own / layer.kernels
				    ? 20 * (kind + 1)
				    : 0);
	s[n++] = 9;
	return n;
}

/* The repeats of the cycles of level 1 that are as long as one step. */
static size_t
count_steps(const char *order, struct layer layer, size_t *cycles)
{
	static const struct cycle_limits any = {1, INT32_MAX, false};
	static uint32_t s[MOST];
	size_t n = 0, steps = 0;
	struct cycles c;

	for (; *order; order++)
		n = add_step(s, n, (uint32_t)(*order - 'A'), layer);
	cycles_find(s, n, NULL, &any, &c);
	*cycles = 0;
	for (size_t i = 1; i < c.n; i++) {
		if (c.cycle[i].level > 1)
			continue;
		(*cycles)++;
		steps += c.cycle[i].length == 6 + layer.kernels * LAYERS
		    ? c.cycle[i].repeats
		    : 0;
	}
	cycles_free(&c);
	return steps;
}

/* At random each kind is a cycle; in an order that comes again they are one. */
static void
test_order(void)
{
	const struct layer layer = {9, 5};
	size_t cycles;

	CHECK_INT(
	    count_steps("ABCABBACCBABCCAABCBACAABBCACB", layer, &cycles), 29);
	CHECK_INT(cycles, 3);
	/* a pair that was folded before its steps, which both come alone, too
	 */
	CHECK_INT(count_steps("ABBAABABABABABAABAABAAAABABAAABBABBBAAAB", layer,
		      &cycles),
	    40);
	CHECK_INT(cycles, 2);
	CHECK_INT(count_steps(
		      "AAABAABABAAAABAAABABBAABABBBAAABAABAABABABABABAABBBAABA"
		      "AAABB",
		      layer, &cycles),
	    60);
	CHECK_INT(cycles, 2);
	CHECK_INT(
	    count_steps("AABCBAABCBAABCBAABCBAABCBAABCB", layer, &cycles), 0);
	CHECK_INT(cycles, 1);
}

/*
 * Kinds that have most kernels in common. Those of two other kinds together are
 * more than those of one; half a step and half of another one differ less from
 * a step than two steps do; and a kind that never follows itself is a lone step
 * that comes again and again.
 */
static void
test_alike(void)
{
	const struct layer layer = {15, 4};
	size_t cycles;

	CHECK_INT(
	    count_steps("AAABBCABCBBBCAABAAABACAAABABBACBBBCAAAAABAAAACABBC"
			"CABBBABBAA",
		layer, &cycles),
	    60);
	CHECK_INT(cycles, 3);
	CHECK_INT(
	    count_steps("ACAAAACBABBABACAAABBBCABCCBABCBCBAAABAABAAAABBBBBA"
			"AABBBBCCAA",
		layer, &cycles),
	    60);
	CHECK_INT(cycles, 3);
}

/*
 * Of many steps in random order one in twenty is of another kind, which hardly
 * ever follows itself.
 */
static void
test_rare(uint32_t seed, size_t steps)
{
	const struct layer layer = {9, 5};
	static char order[4000];
	size_t cycles;

	for (size_t i = 0; i < steps; i++) {
		seed = seed * 1664525 + 1013904223;
		order[i] = (seed >> 16) % 20 ? 'A' : 'B';
	}
	order[steps] = '\0';
	CHECK_INT(count_steps(order, layer, &cycles), steps);
	CHECK_INT(cycles, 2);
}

/* Adds LAYERS layers, each of the kernels [from, to). */
static size_t
add_layers(uint32_t *s, size_t n, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < LAYERS; i++)
		for (uint32_t k = from; k < to; k++)
			s[n++] = k;
	return n;
}

/* A forward pass, which an evaluation consists of. */
static size_t
add_forward(uint32_t *s, size_t n)
{
	s[n++] = 0;
	n = add_layers(s, n, 10, 16);
	s[n++] = 1;
	return n;
}

static size_t
add_epoch(uint32_t *s, size_t n)
{
	for (int i = 0; i < 10; i++) {
		n = add_layers(s, add_forward(s, n), 20, 28);
		for (uint32_t k = 2; k < 6; k++)
			s[n++] = k;
	}
	for (int i = 0; i < 8; i++)
		n = add_forward(s, n);
	return n;
}

/*
 * Ten steps of a training and an evaluation, again and again: the steps of an
 * epoch that the trace cuts off are not outside of epochs.
 */
static void
test_epochs(void)
{
	static const struct cycle_limits any = {1, INT32_MAX, false};
	static uint32_t s[MOST];
	size_t n = 0, epoch = add_epoch(s, 0);
	struct cycles c;

	for (int i = 0; i < 8; i++)
		n = add_epoch(s, n);
	cycles_find(s, n - epoch / 8, NULL, &any, &c);
	CHECK_INT(c.cycle[1].level, 1);
	CHECK_INT(c.cycle[1].length, epoch);
	CHECK_INT(c.cycle[1].repeats, 7);
	CHECK_INT(c.cycle[2].length, (epoch - 8 * (2 + LAYERS * 6)) / 10);
	CHECK_INT(c.cycle[2].repeats, 70);
	cycles_free(&c);
}

/* A wrong kernel costs something, however long the body is. */
static void
test_price(void)
{
	CHECK(price_of_wrong_kernel(1 << 20) == 1);
	CHECK(price_of_wrong_kernel(UINT32_MAX) == 1);
}

int
main(void)
{
	test_logarithm();
	test_bits();
	test_order();
	test_alike();
	for (uint32_t seed = 1; seed <= 8; seed++)
		test_rare(seed, 3600);
	test_epochs();
	test_price();
	return test_done();
}
