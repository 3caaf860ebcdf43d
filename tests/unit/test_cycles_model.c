/*
 * Steps of which kernels are lost, stray or swapped: what most repeats agree on
 * is found, so that lengths are exact, and inner repeats are counted in which
 * much is wrong.
 */
#include <stdlib.h>

#include "tests/unit/test.h"
#include "tools/trace-cycles/cycles.h"

enum { MOST = 40000, WORD = 24, SEEDS = 20, LAYERS = 24, STEPS = 12 };

static const struct cycle_limits any = {1, INT32_MAX, 2};

struct made {
	uint32_t s[MOST];
	size_t n;
	uint64_t state;
};

static uint32_t
below(struct made *m, uint32_t n)
{
	m->state = m->state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((m->state >> 33) % n);
}

static void
add_word(struct made *m, const uint32_t *word, uint32_t n)
{
	for (uint32_t i = 0; i < n && m->n < MOST; i++)
		m->s[m->n++] = word[i];
}

/* So many kernels in a thousand are lost, followed by a stray, or swapped. */
static void
add_noise(struct made *m, uint32_t per_mille)
{
	static uint32_t out[2 * MOST];
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++) {
		uint32_t r = below(m, 3000);

		if (r < per_mille)
			continue;
		out[n++] = m->s[i];
		if (r < 2 * per_mille)
			out[n++] = 1000 + r % 5;
		if (r >= 2 * per_mille && r < 3 * per_mille && n > 1) {
			out[n - 1] = out[n - 2];
			out[n - 2] = m->s[i];
		}
	}
	m->n = n < MOST ? n : MOST;
	for (size_t i = 0; i < m->n; i++)
		m->s[i] = out[i];
}

static bool
has(const struct cycles *c, uint32_t length, size_t repeats)
{
	for (size_t i = 1; i < c->n; i++) {
		size_t n = c->cycle[i].repeats;
		size_t off = n > repeats ? n - repeats : repeats - n;

		if (c->cycle[i].length == length &&
		    (off <= 1 || off <= repeats / 50))
			return true;
	}
	return false;
}

/* Whether steps and layers are found; 1 each. */
static int
try_seed(struct made *m, uint64_t seed, uint32_t per_mille)
{
	uint32_t word[3][WORD], n[3];
	struct cycles c;
	int good = 0;

	m->n = 0;
	m->state = seed * 2654435761u;
	for (int k = 0; k < 3; k++) {
		n[k] = k == 1 ? 8 + below(m, 9) : 3 + below(m, 6);
		for (uint32_t i = 0; i < n[k]; i++)
			word[k][i] = below(m, 20) + (uint32_t)(i ? 0 : 30 + k);
	}
	for (int i = 0; i < STEPS; i++) {
		add_word(m, word[0], n[0]);
		for (int l = 0; l < LAYERS; l++)
			add_word(m, word[1], n[1]);
		add_word(m, word[2], n[2]);
	}
	add_noise(m, per_mille);
	if (cycles_find(m->s, m->n, NULL, &any, &c) == 0) {
		good += has(&c, n[0] + LAYERS * n[1] + n[2], STEPS);
		good += has(&c, n[1], (size_t)STEPS * LAYERS);
	}
	cycles_free(&c);
	return good;
}

static void
test_noise(struct made *m, uint32_t per_mille, int wanted)
{
	int good = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++)
		good += try_seed(m, seed, per_mille);
	printf("# %u per mille: %d of %d\n", per_mille, good, 2 * SEEDS);
	CHECK(good >= wanted);
}

int
main(void)
{
	struct made *m = malloc(sizeof *m);

	if (!m)
		return 1;
	test_noise(m, 0, 40);
	test_noise(m, 1, 40);
	test_noise(m, 5, 38);
	test_noise(m, 10, 37);
	test_noise(m, 20, 34);
	free(m);
	return test_done();
}
