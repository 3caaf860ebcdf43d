#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "tools/trace-cycles/code_length.h"
#include "tools/trace-cycles/prices.h"
#include "tools/trace-cycles/exact_repetitions.h"

int64_t
code_length_log2(uint64_t x)
{
	int whole = 63 - __builtin_clzll(x);
	uint64_t y = whole > 31 ? x >> (whole - 31) : x << (31 - whole);
	int64_t bits = whole * CODE_LENGTH_BIT;

	/* y is from 2^31 to 2^32, and squaring doubles the logarithm */
	for (int64_t half = CODE_LENGTH_BIT / 2; half; half /= 2) {
		y = (y * y) >> 31;
		if (y >> 32) {
			bits += half;
			y >>= 1;
		}
	}
	return bits;
}

int64_t
code_length_of_letters(uint64_t times, uint64_t count, uint64_t all)
{
	return (int64_t)times *
	    (code_length_log2(all) - code_length_log2(count));
}

int64_t
code_length_of_loop(uint64_t rows, uint64_t all)
{
	return (int64_t)(rows + 1) * code_length_log2(all) +
	    CHANCE_MARGIN * CODE_LENGTH_BIT;
}

/* Symbols from here on stand for what was folded. */
#define FOLDED ((uint32_t)0xf0000000)

/* Finds the repetition that saves most; whether it saves anything. */
static bool
find_best(const uint32_t *symbol, size_t n, struct repetition *r)
{
	*r = repetitions_find_best(symbol, n, n / 2);
	return (r->end - r->start - r->period) * SCORE_SYMBOL >
	    PRICE_OCCURRENCE;
}

int64_t
code_length_in_symbols(const uint32_t *symbol, size_t n)
{
	uint32_t *text = xmalloc((n + 1) * sizeof *text), fresh = FOLDED;
	int64_t sum = 0;
	struct repetition r;

	memcpy(text, symbol, n * sizeof *text);
	while (find_best(text, n, &r)) {
		sum += (r.period - 1) * SCORE_SYMBOL + PRICE_OCCURRENCE;
		text[r.start] = fresh++;
		memmove(text + r.start + 1, text + r.end,
		    (n - r.end) * sizeof *text);
		n -= r.end - r.start - 1;
	}
	free(text);
	return sum + (int64_t)n * SCORE_SYMBOL;
}
