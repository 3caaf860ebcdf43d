#include <stdbool.h>

#include "common/bytes/pool.h"
#include "tests/unit/test.h"

enum { MANY = 100000 };

static void
test_few(void)
{
	struct idpool p = {0};

	CHECK_INT(idpool_find(&p, 0), IDPOOL_NONE);
	CHECK_INT(idpool_add(&p, 0), 0);
	CHECK_INT(idpool_add(&p, UINT64_MAX), 1);
	CHECK_INT(idpool_add(&p, 0), 0);
	CHECK_INT(idpool_find(&p, UINT64_MAX), 1);
	CHECK_INT(idpool_find(&p, 1), IDPOOL_NONE);
	idpool_clear(&p);
	CHECK_INT(idpool_find(&p, 0), IDPOOL_NONE);
	CHECK_INT(idpool_add(&p, 7), 0);
	idpool_free(&p);
}

/* In steps that a poor hash would put into few slots. */
static void
test_many(void)
{
	static const uint64_t steps[] = {1, 1 << 16, UINT64_C(1) << 32,
	    UINT64_C(1) << 40, 0x9e3779b97f4a7c15u};

	for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
		struct idpool p = {0};
		bool good = true;

		for (uint32_t i = 0; i < MANY; i++)
			good = good && idpool_add(&p, i * steps[k]) == i;
		for (uint32_t i = 0; i < MANY; i++)
			good = good && idpool_find(&p, i * steps[k]) == i;
		CHECK(good);
		CHECK_INT(p.n, MANY);
		idpool_free(&p);
	}
}

int
main(void)
{
	test_few();
	test_many();
	return test_done();
}
