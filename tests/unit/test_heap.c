/* The heap gives times back in order, against a search for the smallest. */
#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/heap.h"
#include "tests/unit/test.h"

enum { MOST = 200 };

static size_t
smallest(const struct heap_entry *e, size_t n)
{
	size_t best = 0;

	for (size_t i = 1; i < n; i++)
		if (e[i].time < e[best].time ||
		    (e[i].time == e[best].time && e[i].number < e[best].number))
			best = i;
	return best;
}

/* Pushes and pops by turns, at random; returns whether all came in order. */
static bool
in_order(unsigned seed)
{
	struct heap h = {0};
	struct heap_entry left[MOST];
	size_t n = 0;
	bool good = true;

	srand(seed);
	for (uint32_t i = 0; i < MOST || n;) {
		if (i < MOST && (n == 0 || rand() % 3)) {
			left[n] = (struct heap_entry){rand() % 20 - 10, i++};
			heap_push(&h, left[n++]);
		} else {
			size_t best = smallest(left, n);
			struct heap_entry e = heap_pop(&h);

			good = good && e.time == left[best].time &&
			    e.number == left[best].number;
			left[best] = left[--n];
		}
	}
	good = good && h.n == 0;
	heap_free(&h);
	return good;
}

int
main(void)
{
	for (unsigned seed = 1; seed <= 20; seed++)
		CHECK(in_order(seed));
	return test_done();
}
