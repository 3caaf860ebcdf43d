/*
 * Sequences with faults that are known: steps of layers with kernels lost,
 * stray or swapped. Whatever is corrected, all kernels stay in one stretch
 * each, in order; what is no fault stays.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/sequence/correction.h"
#include "common/sequence/match.h"
#include "tests/unit/test.h"

enum { MOST = 40000, STEPS = 30, LAYERS = 20, LAYER = 11, ENDS = 4 };

struct made {
	uint32_t s[MOST];
	size_t n;
	uint64_t state;
	size_t faults;
};

static uint32_t
below(struct made *m, uint32_t n)
{
	m->state = m->state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((m->state >> 33) % n);
}

static void
add(struct made *m, uint32_t symbol)
{
	if (m->n < MOST)
		m->s[m->n++] = symbol;
}

static void
make_steps(struct made *m, int steps)
{
	for (int i = 0; i < steps; i++) {
		for (uint32_t k = 0; k < ENDS; k++)
			add(m, 100 + k);
		for (uint32_t k = 0; k < LAYERS * LAYER; k++)
			add(m, k % LAYER % 7);
		for (uint32_t k = 0; k < ENDS; k++)
			add(m, 200 + k);
	}
}

/* The clean one with `often` faults in 10,000 kernels, a third of each sort. */
static void
disturb(struct made *m, const struct made *clean, uint32_t often)
{
	m->n = 0;
	for (size_t i = 0; i < clean->n; i++) {
		uint32_t how = below(m, 10000) < often ? below(m, 3) : 3;

		m->faults += how < 3;
		if (how == 1)
			add(m, 300 + below(m, 5));
		if (how == 2 && i + 1 < clean->n)
			add(m, clean->s[++i]);
		if (how == 2)
			add(m, clean->s[i - 1]);
		else if (how)
			add(m, clean->s[i]);
	}
}

/* Whether each of n symbols is in one stretch, in order. */
static bool
is_whole(const struct correction *c, size_t n)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->at[i + 1] < c->at[i])
			return false;
	return c->at[0] == 0 && c->at[c->n] == n;
}

/* How many symbols of either side have no partner on the other. */
static size_t
unlike(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
	uint32_t *to = malloc((n + 1) * sizeof *to);
	size_t same = 0;

	if (!to)
		return SIZE_MAX;
	match_symbols(a, n, b, m, to);
	for (size_t i = 0; i < n; i++)
		same += to[i] != MATCH_NONE;
	free(to);
	return n + m - 2 * same;
}

/* Nine faults in ten go, the first and the last kernels' as well. */
static void
test_noise(struct made *m, struct made *clean)
{
	static const uint32_t often[] = {100, 200, 300};

	for (int i = 0; i < 3; i++)
		for (m->state = 1; m->state < 6; m->state++) {
			uint64_t seed = m->state;
			struct correction c;
			size_t before;

			disturb(m, clean, often[i]);
			before = unlike(clean->s, clean->n, m->s, m->n);
			correction_make(&c, m->s, m->n);
			CHECK(c.n && is_whole(&c, m->n));
			CHECK(10 * unlike(clean->s, clean->n, c.symbol, c.n) <=
			    before);
			correction_free(&c);
			m->state = seed;
		}
}

/* Where a kernel comes so seldom that most have no fault at all. */
static void
test_few(struct made *clean, struct made *m)
{
	struct correction c;

	clean->n = 0;
	for (int i = 0; i < STEPS; i++)
		for (uint32_t k = 0; k < 120; k++)
			add(clean, k);
	for (m->state = 1; m->state < 6; m->state++) {
		uint64_t seed = m->state;

		disturb(m, clean, 200);
		correction_make(&c, m->s, m->n);
		CHECK(c.n && is_whole(&c, m->n));
		CHECK(5 * unlike(clean->s, clean->n, c.symbol, c.n) <=
		    unlike(clean->s, clean->n, m->s, m->n));
		correction_free(&c);
		m->state = seed;
	}
}

/* Repetition is no fault, nor is a lone stretch where there is no noise. */
static void
test_clean(struct made *m)
{
	struct correction c;

	m->n = 0;
	make_steps(m, STEPS);
	for (uint32_t i = 0; i < 3; i++)
		add(m, 0);
	make_steps(m, 2);
	correction_make(&c, m->s, m->n);
	CHECK_INT(c.n, 0);
	for (size_t n = 0; n < 12; n++) {
		correction_make(&c, m->s, n);
		CHECK_INT(c.n, 0);
	}
}

/* A variant of one step in six, in noise, stays. */
static void
test_variant(struct made *clean, struct made *m)
{
	struct correction c;
	size_t extra = 0;

	clean->n = 0;
	for (int i = 0; i < STEPS; i++) {
		make_steps(clean, 1);
		if (i % 6 == 0) {
			add(clean, 400);
			add(clean, 401);
		}
	}
	m->state = 7;
	disturb(m, clean, 200);
	correction_make(&c, m->s, m->n);
	for (size_t i = 0; i + 1 < c.n; i++)
		extra += c.symbol[i] == 400 && c.symbol[i + 1] == 401;
	CHECK_INT(extra, STEPS / 6);
	correction_free(&c);
}

/* A step that comes once, of layers with two other kernels, stays in noise. */
static void
test_lone(struct made *clean, struct made *m)
{
	for (uint32_t often = 0; often <= 300; often += 100)
		for (uint64_t seed = 1; seed < 6; seed++) {
			uint32_t others = 0;
			struct correction c;

			clean->n = 0;
			make_steps(clean, STEPS);
			for (uint32_t i = ENDS; i < ENDS + LAYERS * LAYER; i++)
				if (i % LAYER == 2 || i % LAYER == 7)
					clean->s[i] = 400 + i % LAYER;
			m->state = seed;
			disturb(m, clean, often);
			correction_make(&c, m->s, m->n);
			for (size_t i = 0; i < c.n; i++)
				others += c.symbol[i] >= 400;
			CHECK(c.n == 0 || others + 5 >= 2 * LAYERS);
			correction_free(&c);
		}
}

/* Anything at all: whole, and no more than the sequence is long twice. */
static void
test_random(struct made *m)
{
	int wrong = 0;

	m->state = 3;
	for (int round = 0; round < 300; round++) {
		uint32_t names = 1 + below(m, 6);
		struct correction c;

		m->n = 0;
		for (size_t n = below(m, 800); m->n < n;)
			add(m,
			    below(m, 8) ? (uint32_t)m->n % 9 % names
					: below(m, names));
		correction_make(&c, m->s, m->n);
		wrong += c.n && !is_whole(&c, m->n);
		correction_free(&c);
	}
	CHECK_INT(wrong, 0);
}

int
main(void)
{
	struct made *clean = calloc(1, sizeof *clean);
	struct made *m = calloc(1, sizeof *m);

	if (!clean || !m)
		return 1;
	make_steps(clean, STEPS);
	test_noise(m, clean);
	test_few(clean, m);
	test_clean(m);
	test_variant(clean, m);
	test_lone(clean, m);
	test_random(m);
	free(clean);
	free(m);
	return test_done();
}
