/*
 * Kernels that most repeats have and a body lacks come into the body, in the
 * order of the text, as often as most have it; those that most lack leave it.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"
#include "tools/trace-cycles/alignment.h"
#include "tools/trace-cycles/consensus.h"
#include "tools/trace-cycles/prices.h"

enum { MOST = 500 };

/* Adds the numbers from `from` to `to`. */
static size_t
count_up(uint32_t *out, size_t n, uint32_t from, uint32_t to)
{
	for (; from <= to; from++)
		out[n++] = from;
	return n;
}

/* Whether a body in which 1 to 80 stand becomes what is wanted. */
static bool
becomes(const uint32_t *text, size_t n, const uint32_t *wanted, size_t m)
{
	uint32_t first[80];
	struct sequence all, body;
	const struct sequence *bodies = &body;
	struct tandem_arrays arrays;
	bool right;

	count_up(first, 0, 1, 80);
	sequence_of(&all, text, n);
	sequence_of(&body, first, 80);
	alignment_find(&arrays, &all, &bodies, 1, PRICE_OCCURRENCE);
	right = consensus_improve(&body, &all, &arrays) && body.n == m &&
	    memcmp(body.symbol, wanted, m * sizeof *wanted) == 0;
	tandem_arrays_free(&arrays);
	sequence_free(&all);
	sequence_free(&body);
	return right;
}

/*
 * Five repeats, of which four have what is added behind 20, some with faults;
 * their numbers go down by `down`.
 */
static bool
is_added(uint32_t down)
{
	const uint32_t added[] = {900, 900 - down, 900 - 2 * down, 900 - down,
	    900 - 3 * down, 900 - down};
	uint32_t text[MOST], wanted[MOST];
	size_t n = 0, m;

	for (int i = 0; i < 5; i++) {
		n = count_up(text, n, 1, 20);
		for (size_t k = 0; i > 0 && k < 6; k++) {
			if (i == 2 && k == 1)
				text[n++] = 7000; /* a stray one */
			if (i != 3 || k != 2)
				text[n++] = added[k];
		}
		n = count_up(text, n, 21, 80);
	}
	m = count_up(wanted, 0, 1, 20);
	memcpy(wanted + m, added, sizeof added);
	m = count_up(wanted, m + 6, 21, 80);
	return becomes(text, n, wanted, m);
}

/* Kernels that three of four lack go. */
static bool
is_left_out(void)
{
	uint32_t text[MOST], wanted[MOST];
	size_t n = 0, m;

	for (int i = 0; i < 4; i++) {
		n = count_up(text, n, 1, i ? 20 : 22);
		n = count_up(text, n, 23, 80);
	}
	m = count_up(wanted, 0, 1, 20);
	m = count_up(wanted, m, 23, 80);
	return becomes(text, n, wanted, m);
}

int
main(void)
{
	CHECK(is_added(100));
	CHECK(is_added((uint32_t)-100));
	CHECK(is_left_out());
	return test_done();
}
