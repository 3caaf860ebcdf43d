/*
 * The alignment along live diagonals against the full table of text by body: on
 * texts of few symbols, full of words that are alike, what it finds is worth
 * what it says, and no less than nine tenths of the best there is; on copies
 * with faults it is as good as the table, if no symbols changed places.
 */
#include <stdlib.h>

#include "tests/unit/test.h"
#include "tools/trace-cycles/alignment.h"
#include "tools/trace-cycles/prices.h"

enum { MOST = 300, BODY = 24 };

static uint32_t
random_below(uint64_t *state, uint32_t n)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((*state >> 33) % n);
}

static int64_t
max(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/*
 * best[i][q]: the best path that has just matched body symbol q with text
 * symbol i. A fault leaves out d symbols of the body and has n too many, and
 * costs PRICE_FAULT and the greater of both; two symbols that changed places
 * are one that is wrong, and both are known.
 */
static int64_t
price_of_fault(const uint32_t *text, const uint32_t *body, uint32_t p,
    uint32_t place, uint32_t n, uint32_t d)
{
	int64_t wrong = price_of_wrong_kernel(p);

	if (n == 2 && d == 2 && text[0] == body[(place + 1) % p] &&
	    text[1] == body[place % p])
		return PRICE_FAULT + wrong - 2 * SCORE_SYMBOL;
	return n || d ? PRICE_FAULT + wrong * max(n, d) : 0;
}

static int64_t
best_by_table(
    const uint32_t *text, uint32_t n, const uint32_t *body, uint32_t p)
{
	static int64_t best[MOST][BODY];
	int64_t so_far = 0;

	for (uint32_t i = 0; i < n; i++) {
		int64_t now = so_far;

		for (uint32_t q = 0; q < p; q++) {
			int64_t v = so_far - PRICE_OCCURRENCE;

			best[i][q] = INT64_MIN / 2;
			if (text[i] != body[q])
				continue;
			for (uint32_t m = 0; m < i && m < 2 * p; m++)
				for (uint32_t d = 0; d < p; d++) {
					uint32_t from = (q + 2 * p - 1 - d) % p;
					int64_t cost =
					    price_of_fault(text + i - m, body,
						p, from + 1, m, d);

					v = max(
					    v, best[i - 1 - m][from] - cost);
				}
			best[i][q] = v + SCORE_SYMBOL;
			now = max(now, best[i][q]);
		}
		so_far = now;
	}
	return so_far;
}

/* The score of the arrays; -1 if they are no alignment. */
static int64_t
worth(const uint32_t *text, uint32_t n, const uint32_t *body, uint32_t p,
    const struct tandem_arrays *t)
{
	int64_t sum = 0;
	uint32_t end = 0;

	for (size_t k = 0; k < t->blocks; k++) {
		const struct block *s = &t->block[k];

		if (s->start < end || s->start + s->n > n)
			return -1;
		for (uint32_t i = 0; i < s->n; i++)
			if (text[s->start + i] != body[(s->place + i) % p])
				return -1;
		sum += s->n * SCORE_SYMBOL;
		sum -= s->begins
		    ? PRICE_OCCURRENCE
		    : price_of_fault(text + end, body, p, s[-1].place + s[-1].n,
			  block_too_many(s - 1, s),
			  block_left_out(s - 1, s, p));
		end = s->start + s->n;
	}
	return sum;
}

/* Copies of a body, with a fault at one symbol in `noise`, and other symbols.
 */
static uint32_t
make(uint64_t *state, uint32_t *text, const uint32_t *body, uint32_t p,
    uint32_t letters, uint32_t noise, bool swaps)
{
	uint32_t n = 50 + random_below(state, MOST - 50), q = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t r = random_below(state, noise);

		if (r == 0)
			q = random_below(state, p);
		text[i] = r == 1 ? random_below(state, letters) : body[q];
		if (swaps && r == 3 && i > 0) {
			text[i] = text[i - 1];
			text[i - 1] = body[q];
		}
		q = r == 2 ? q : (q + 1) % p;
	}
	return n;
}

struct result {
	int not_alignments, worse, far_worse;
};

static struct result
compare(int times, uint32_t letters, uint32_t noise, bool swaps)
{
	struct result r = {0, 0, 0};
	uint64_t state = letters;
	uint32_t text[MOST], body[BODY];

	for (int t = 0; t < times; t++) {
		uint32_t p = 2 + random_below(&state, BODY - 2), n;
		struct sequence s, b;
		const struct sequence *ring = &b;
		struct tandem_arrays arrays;
		int64_t best, found;

		for (uint32_t i = 0; i < p; i++)
			body[i] = random_below(&state, letters);
		n = make(&state, text, body, p, letters, noise, swaps);
		sequence_of(&s, text, n);
		sequence_of(&b, body, p);
		alignment_find(&arrays, &s, &ring, 1, PRICE_OCCURRENCE);
		best = best_by_table(text, n, body, p);
		found = worth(text, n, body, p, &arrays);
		r.not_alignments += found < 0 || found > best;
		r.worse += found < best;
		r.far_worse += 10 * found < 9 * best;
		tandem_arrays_free(&arrays);
		sequence_free(&b);
		sequence_free(&s);
	}
	return r;
}

int
main(void)
{
	struct result few = compare(100, 4, 30, false);
	struct result many = compare(100, 40, 30, false);
	struct result swapped = compare(100, 40, 30, true);

	printf("# few names: %d worse, %d by a tenth; many: %d, %d\n",
	    few.worse, few.far_worse, many.worse, many.far_worse);
	CHECK_INT(few.not_alignments, 0);
	CHECK_INT(many.not_alignments, 0);
	CHECK(few.far_worse <= 2);
	CHECK(many.worse <= 5);
	CHECK_INT(many.far_worse, 0);
	CHECK_INT(swapped.not_alignments, 0);
	CHECK_INT(swapped.far_worse, 0);
	return test_done();
}
