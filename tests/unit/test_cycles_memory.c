/*
 * Cycles without memory: -1 at whatever allocation there is none.
 */
#include "tests/unit/failing.h"
#include "tests/unit/test.h"
#include "tools/trace-cycles/cycles.h"

enum { SYMBOLS = 3000 };

/* Steps of layers, some of which have something else in them. */
static int
find_cycles(void)
{
	static uint32_t symbol[SYMBOLS];
	struct round_limits limits = {1, INT32_MAX, 2};
	struct cycles c;
	size_t n = sizeof symbol / sizeof *symbol;

	for (size_t i = 0; i < n; i++)
		symbol[i] = i % 97 == 13 ? 50
		    : i % 64 < 4         ? (uint32_t)(i % 64)
					 : (uint32_t)(10 + i % 5);
	if (cycles_find(symbol, n, &limits, &c))
		return -1;
	cycles_free(&c);
	return 0;
}

int
main(void)
{
	CHECK_INT(failing_wrong(find_cycles), 0);
	return test_done();
}
