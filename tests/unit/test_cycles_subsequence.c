/*
 * The longest common subsequence by bits against the table of text by body, for
 * bodies of less than a word and more, once and twice, from any symbol on.
 */
#include "tests/unit/test.h"
#include "tools/trace-cycles/subsequence.h"

enum { MOST = 300, TIMES = 2 };

static uint32_t
random_below(uint64_t *state, uint32_t n)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((*state >> 33) % n);
}

static uint32_t
by_table(const uint32_t *text, uint32_t n, const struct sequence *b,
    uint32_t rotation, uint32_t times)
{
	static uint32_t row[MOST + 1];

	for (uint32_t j = 0; j <= n; j++)
		row[j] = 0;
	for (uint32_t i = 0; i < times * b->n; i++) {
		uint32_t symbol = b->symbol[(rotation + i) % b->n], before = 0;

		for (uint32_t j = 1; j <= n; j++) {
			uint32_t above = row[j];

			if (text[j - 1] == symbol)
				row[j] = before + 1;
			else if (row[j - 1] > above)
				row[j] = row[j - 1];
			before = above;
		}
	}
	return row[n];
}

/* How often they differ; -1: no memory. */
static int
compare(int trials, uint32_t letters)
{
	static uint32_t symbol[MOST], text[MOST];
	uint64_t state = letters;
	int differ = 0;

	for (int t = 0; t < trials; t++) {
		uint32_t p = 1 + random_below(&state, MOST - 1);
		uint32_t n = random_below(&state, MOST);
		uint32_t rotation = random_below(&state, p);
		struct sequence b = {.symbol = symbol, .n = p};
		struct subsequence s;

		for (uint32_t i = 0; i < p; i++)
			symbol[i] = random_below(&state, letters);
		for (uint32_t i = 0; i < n; i++)
			text[i] = random_below(&state, letters + 2);
		if (subsequence_init(&s, &b, rotation, TIMES)) {
			subsequence_free(&s);
			return -1;
		}
		for (uint32_t k = 1; k <= TIMES; k++)
			differ += subsequence_longest(&s, text, n, k) !=
			    by_table(text, n, &b, rotation, k);
		subsequence_free(&s);
	}
	return differ;
}

int
main(void)
{
	CHECK_INT(compare(100, 2), 0);
	CHECK_INT(compare(100, 12), 0);
	CHECK_INT(compare(100, 300), 0);
	return test_done();
}
