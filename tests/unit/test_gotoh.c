/*
 * Long cycles: what is aligned between stretches of equal names, against what
 * was edited, and what is refused.
 */
#include <stdlib.h>

#include "tests/unit/align_names.h"
#include "tests/unit/test.h"
#include "tools/trace-align/gotoh.h"

enum { LONG = 50000 };

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
	CHECK_INT(gotoh(&x, &y, partner, &score), 0);
	for (size_t i = 0; i < LONG; i++)
		right += partner[i] == truth[i];
	printf("# %zu of %d as edited\n", right, LONG);
	CHECK(right > LONG - LONG / 100);
}

static void
test_too_long(void)
{
	static uint32_t id[LONG], other[LONG];
	static size_t partner[LONG];
	struct ring x = {LONG, {id, id, id}, NULL, NULL, 0}, endless = x;
	struct ring y = {LONG, {other, other, other}, NULL, NULL, 0};
	int64_t score;

	for (uint32_t i = 0; i < LONG; i++) {
		id[i] = i;
		other[i] = LONG + i;
	}
	endless.n = ALIGN_MOST + 1;
	CHECK_INT(gotoh(&x, &y, partner, &score), ALIGN_TOO_LONG);
	CHECK_INT(align(&x, &endless, partner), ALIGN_TOO_LONG);
	CHECK_INT(align(&endless, &x, NULL), ALIGN_TOO_LONG);
}

int
main(void)
{
	test_long();
	test_too_long();
	return test_done();
}
