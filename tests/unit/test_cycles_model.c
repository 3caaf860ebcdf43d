/*
 * Steps of two kinds in random order, of which kernels are lost, stray or
 * swapped: what most repeats agree on is found, so that lengths are exact.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "tests/unit/test.h"
#include "tools/trace-cycles/cycles.h"

enum { MOST = 40000, WORD = 24, SEEDS = 20, LAYERS = 24, STEPS = 20 };

static const struct cycle_limits any = {1, INT32_MAX, false};

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

enum sort { LOST, STRAY, SWAPPED, SORTS };

/* Gives `per_mille` kernels in a thousand a fault of a sort. */
static void
add_noise(struct made *m, enum sort sort, uint32_t per_mille)
{
	static uint32_t out[2 * MOST];
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++) {
		bool hit = below(m, 1000) < per_mille;

		if (hit && sort == LOST)
			continue;
		if (hit && sort == SWAPPED && i + 1 < m->n) {
			out[n++] = m->s[i + 1];
			out[n++] = m->s[i++];
			continue;
		}
		out[n++] = m->s[i];
		if (hit && sort == STRAY)
			out[n++] = 1000 + below(m, 5);
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

		if (c->cycle[i].agreed == length &&
		    (off <= 1 || off <= repeats / 50))
			return true;
	}
	return false;
}

static void
add_step(struct made *m, uint32_t (*word)[WORD], const uint32_t *n, int layer)
{
	add_word(m, word[0], n[0]);
	for (int l = 0; l < LAYERS; l++)
		add_word(m, word[layer], n[layer]);
	add_word(m, word[2], n[2]);
}

/* Steps of layers, about one in four of another kind. */
static int
try_seed(struct made *m, uint64_t seed, enum sort sort, uint32_t per_mille)
{
	uint32_t word[4][WORD], n[4];
	struct cycles c;
	size_t seconds = 0;
	int good = 0;

	m->n = 0;
	m->state = seed * 2654435761u;
	for (int k = 0; k < 4; k++) {
		n[k] = k % 2 ? 9 + below(m, 9) : 3 + below(m, 6);
		for (uint32_t i = 0; i < n[k]; i++)
			word[k][i] = below(m, 20) + (uint32_t)(i ? 0 : 30 + k);
	}
	n[3] += n[3] == n[1];
	word[3][n[3] - 1] = 40;
	for (int i = 0; i < STEPS; i++) {
		bool second = i > 0 && below(m, 4) == 0;

		seconds += second;
		add_step(m, word, n, second ? 3 : 1);
	}
	add_noise(m, sort, per_mille);
	cycles_find(m->s, m->n, NULL, &any, &c);
	{
		good += has(&c, n[0] + LAYERS * n[1] + n[2], STEPS - seconds);
		good += has(&c, n[0] + LAYERS * n[3] + n[2], seconds) ||
		    seconds < 3;
	}
	cycles_free(&c);
	return good;
}

static void
test_noise(struct made *m, enum sort sort, uint32_t per_mille, int wanted)
{
	int good = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++)
		good += try_seed(m, seed, sort, per_mille);
	printf("# sort %d, %u per mille: %d of %d\n", sort, per_mille, good,
	    2 * SEEDS);
	CHECK(good >= wanted);
}

/*
 * A few steps whose head is as long as their layers, all of which have several
 * faults: in the head, nothing but other steps tells what is at each place.
 */
static bool
has_long_step(struct made *m, uint64_t seed, uint32_t steps)
{
	enum { HEAD = 300, LAYER = 12 };
	struct made step = {.state = seed};
	struct cycles c;
	bool found;

	while (step.n < HEAD)
		step.s[step.n++] = below(&step, 60);
	for (uint32_t i = 0; i < LAYERS * LAYER; i++)
		step.s[step.n++] = 100 + i % LAYER;
	m->n = 0;
	m->state = seed * 2654435761u;
	while (steps-- > 0)
		add_word(m, step.s, (uint32_t)step.n);
	add_noise(m, LOST, 30);
	cycles_find(m->s, m->n, NULL, &any, &c);
	found = c.n > 1 && c.cycle[1].agreed == step.n;
	cycles_free(&c);
	return found;
}

static void
test_long_steps(struct made *m)
{
	int good = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++)
		good += has_long_step(m, seed, 5 + (uint32_t)seed % 8);
	printf("# long steps: %d of %d\n", good, SEEDS);
	CHECK(good >= SEEDS - 2);
}

int
main(void)
{
	struct made *m = malloc(sizeof *m);

	if (!m)
		return 1;
	test_long_steps(m);
	test_noise(m, LOST, 0, 37);
	for (enum sort sort = LOST; sort < SORTS; sort++) {
		test_noise(m, sort, 10, 32);
		test_noise(m, sort, 20, 32);
		test_noise(m, sort, 30, 29);
	}
	free(m);
	return test_done();
}
