/*
 * Alignment against plain dynamic programming: as few differences, equal
 * symbols on either side, in order.
 */
#include <stdlib.h>

#include "common/sequence/edits.h"
#include "tests/unit/cycles_check.h"
#include "tests/unit/test.h"

enum { MOST = 80 };

static uint32_t
random_below(uint64_t *state, uint32_t n)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((*state >> 33) % n);
}

/*
 * Equal symbols, in order; and what is between them costs, with the longer side
 * of each gap counted, what the distance is.
 */
static bool
is_alignment(const uint32_t *s, uint32_t n, uint32_t m, const uint32_t *place)
{
	const uint32_t *root = s, *repeat = s + n;
	uint32_t cost = 0, last = 0, gone = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (place[i] == EDITS_NONE) {
			gone++;
			continue;
		}
		if (place[i] < last || place[i] >= m ||
		    root[i] != repeat[place[i]])
			return false;
		cost += gone > place[i] - last ? gone : place[i] - last;
		last = place[i] + 1;
		gone = 0;
	}
	cost += gone > m - last ? gone : m - last;
	return cost == edit_distance(root, n, repeat, m);
}

static int
try_pairs(int times)
{
	struct edits a = {0};
	uint64_t state = 1;
	int wrong = 0;

	for (int t = 0; t < times; t++) {
		uint32_t s[2 * MOST + 40], place[MOST], m = 0;
		uint32_t n = 1 + random_below(&state, MOST - 1);
		uint32_t letters = 1 + random_below(&state, 9);
		uint32_t noise = 1 + random_below(&state, 30);
		struct text text;

		for (uint32_t i = 0; i < n; i++)
			s[i] = random_below(&state, letters);
		for (uint32_t i = 0; i < n && m < MOST + 39; i++) {
			if (random_below(&state, noise) > 0)
				s[n + m++] = s[i];
			if (random_below(&state, noise) == 0)
				s[n + m++] = random_below(&state, letters);
		}
		text_init(&text, s, n + m);
		wrong +=
		    edits_find(&a, &text, 0, n, n, m, EDITS_MOST, place) != 1 ||
		    !is_alignment(s, n, m, place);
		text_free(&text);
	}
	edits_free(&a);
	return wrong;
}

/* Too many differences are told, and not looked for. */
static void
test_limit(void)
{
	static uint32_t s[2 * EDITS_MOST + 2], place[EDITS_MOST + 1];
	struct edits a = {0};
	struct text text;

	for (uint32_t i = 0; i < 2 * EDITS_MOST + 2; i++)
		s[i] = i;
	text_init(&text, s, 2 * EDITS_MOST + 2);
	CHECK_INT(edits_find(&a, &text, 0, EDITS_MOST + 1, EDITS_MOST + 1,
		      EDITS_MOST + 1, UINT32_MAX, place),
	    0);
	CHECK_INT(edits_find(&a, &text, 0, EDITS_MOST, EDITS_MOST, EDITS_MOST,
		      EDITS_MOST - 1, place),
	    0);
	CHECK_INT(edits_find(&a, &text, 0, EDITS_MOST, EDITS_MOST, EDITS_MOST,
		      EDITS_MOST, place),
	    1);
	CHECK_INT(place[0], EDITS_NONE);
	edits_free(&a);
	text_free(&text);
}

int
main(void)
{
	CHECK_INT(try_pairs(3000), 0);
	test_limit();
	return test_done();
}
