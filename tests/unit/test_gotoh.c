/*
 * Long cycles: what is aligned between stretches of equal names, against what
 * was edited, and where hardly any name is equal.
 */
#include <stdlib.h>

#include "tests/unit/align_names.h"
#include "tests/unit/test.h"
#include "tools/trace-align/gotoh.h"

/* Kernels, and equal names in a row that are not sure. */
enum { LONG = 50000, FEW = 8, SHIFT = 3 };

/* One kernel in a hundred is deleted or another; its partner, or ALIGN_ALONE.
 */
static size_t
edit(const uint32_t *id, uint32_t *to, size_t *truth)
{
	size_t m = 0;

	for (size_t i = 0; i < LONG; i++) {
		unsigned how = any(200);

		truth[i] = how > 1 ? m : ALIGN_ALONE;
		if (how > 0)
			to[m++] = how == 1 ? 1000 + any(9) : id[i];
	}
	return m;
}

static void
test_long(void)
{
	static uint32_t id[LONG], other[LONG];
	static size_t truth[LONG], partner[LONG];
	struct ring x = {LONG, {id, id, id}, NULL, NULL, 0};
	struct ring y = {0, {other, other, other}, NULL, NULL, 0};
	size_t right = 0;
	int64_t score;

	for (size_t i = 0; i < LONG; i++)
		id[i] = i % 3 ? (uint32_t)(i % 500) : any(20);
	y.n = edit(id, other, truth);
	gotoh(&x, &y, partner, &score);
	for (size_t i = 0; i < LONG; i++)
		right += partner[i] == truth[i];
	printf("# %zu of %d as edited\n", right, LONG);
	CHECK(right > LONG - LONG / 100);
}

/*
 * Two cycles of one kind of kernels; a name in a hundred is equal in both,
 * SHIFT kernels later in x than in y.
 */
static void
test_unlike(void)
{
	static uint32_t id[LONG], other[LONG], one[LONG];
	static size_t partner[LONG];
	struct ring x = {LONG, {id, id, one}, NULL, NULL, 0};
	struct ring y = {LONG, {other, other, one}, NULL, NULL, 0};
	size_t exact = 0, pairs = 0;
	int64_t score;

	for (uint32_t i = 0; i < LONG; i++) {
		id[i] = i;
		other[i] = LONG + i;
	}
	for (uint32_t i = 1000; i < LONG; i++)
		if (i % 1000 < FEW)
			id[i] = other[i - SHIFT];
	gotoh(&x, &y, partner, &score);
	for (size_t i = 0; i < LONG; i++) {
		pairs += partner[i] != ALIGN_ALONE;
		exact += id[i] >= LONG && partner[i] == i - SHIFT;
	}
	CHECK_INT(exact, (LONG / 1000 - 1) * FEW);
	CHECK_INT(pairs, LONG - SHIFT);
	CHECK_INT(score,
	    (int64_t)exact * SCORE_EXACT +
		(int64_t)(pairs - exact) * SCORE_FAMILY + 2 * SCORE_RUN);
}

/* A stretch that no level divides stays alone. */
static void
test_nothing_equal(void)
{
	static uint32_t id[LONG], other[LONG];
	static size_t partner[LONG];
	struct ring x = {LONG, {id, id, id}, NULL, NULL, 0};
	struct ring y = {LONG, {other, other, other}, NULL, NULL, 0};
	size_t alone = 0;
	int64_t score;

	for (uint32_t i = 0; i < LONG; i++)
		other[i] = 1;
	gotoh(&x, &y, partner, &score);
	for (size_t i = 0; i < LONG; i++)
		alone += partner[i] == ALIGN_ALONE;
	CHECK_INT(alone, LONG);
	CHECK_INT(score, 0);
}

int
main(void)
{
	test_long();
	test_unlike();
	test_nothing_equal();
	return test_done();
}
