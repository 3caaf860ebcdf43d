/*
 * Each level of bitmaps against the one that says byte by byte what they mean,
 * over bytes of all kinds, in batches of all lengths.
 */
#include <stdbool.h>
#include <string.h>

#include "common/json/blocks.h"
#include "tests/unit/test.h"

enum { BATCHES = 2000 };

static uint64_t
next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

static void
make_bytes(char *bytes, size_t n, uint64_t *state)
{
	static const char rich[] = "\"\"\\\\{}[]KkCc,: ";

	for (size_t i = 0; i < n; i++) {
		uint64_t r = next_random(state);

		bytes[i] = r % 3 ? rich[r / 3 % (sizeof rich - 1)] : (char)r;
	}
}

static bool
same(const struct blocks *a, const struct blocks *b, size_t n)
{
	size_t words = n * sizeof a->open[0];

	return memcmp(a->open, b->open, words) == 0 &&
	    memcmp(a->close, b->close, words) == 0 &&
	    memcmp(a->odd, b->odd, words) == 0 &&
	    memcmp(a->word, b->word, words) == 0 &&
	    memcmp(a->depth, b->depth, n * sizeof a->depth[0]) == 0 &&
	    a->edges == b->edges && a->marked == b->marked;
}

/* How many batches of the two differ; each goes on from what it left. */
static int
count_wrong(blocks_fill *fill, const char *initials)
{
	static char bytes[BLOCKS * BLOCK];
	static struct blocks want, got;
	struct blocks_state s = {0}, t = {0};
	uint64_t state = 7;
	int wrong = 0;

	for (int i = 0; i < BATCHES; i++) {
		size_t n = 1 + next_random(&state) % BLOCKS;

		make_bytes(bytes, n * BLOCK, &state);
		blocks_portable(&want, &s, bytes, n, initials);
		fill(&got, &t, bytes, n, initials);
		wrong += !same(&want, &got, n) || memcmp(&s, &t, sizeof s) != 0;
	}
	return wrong;
}

static void
test_level(blocks_fill *fill)
{
	CHECK_INT(count_wrong(fill, "kkk"), 0);
	CHECK_INT(count_wrong(fill, "kc,"), 0);
}

int
main(void)
{
	test_level(blocks_best());
	test_level(blocks_portable);
#ifdef __SSE2__
	test_level(blocks_sse2);
#endif
#ifdef __x86_64__
	if (blocks_best() == blocks_avx512)
		test_level(blocks_avx2);
#endif
	return test_done();
}
