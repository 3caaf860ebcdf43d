/*
 * Long cycles: what is aligned between stretches of equal names, against what
 * was edited, and what is refused.
 */
#include <stdlib.h>

#include "tests/unit/align_names.h"
#include "tests/unit/test.h"
#include "tools/trace-align/gotoh.h"

/* Kernels, and equal names in a row that are not sure. */
enum { LONG = 50000, FEW = 8 };

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

/* Of what differs too much for its length only equal names are pairs. */
static void
test_too_long(void)
{
	static uint32_t id[LONG], other[LONG], one[LONG];
	static size_t partner[LONG];
	struct ring x = {LONG, {id, id, one}, NULL, NULL, 0};
	struct ring y = {LONG, {other, other, one}, NULL, NULL, 0};
	size_t right = 0;
	int64_t score;

	for (uint32_t i = 0; i < LONG; i++) {
		id[i] = i;
		other[i] = LONG + i;
	}
	for (uint32_t i = 1000; i < LONG; i++)
		if (i % 1000 < FEW)
			id[i] = other[i - 3];
	gotoh(&x, &y, partner, &score);
	for (size_t i = 0; i < LONG; i++)
		right += partner[i] ==
		    (i >= 1000 && i % 1000 < FEW ? i - 3 : ALIGN_ALONE);
	CHECK_INT(right, LONG);
	CHECK_INT(score, (LONG / 1000 - 1) * FEW * SCORE_EXACT);
}

int
main(void)
{
	test_long();
	test_too_long();
	return test_done();
}
