#include "tools/trace-cycles/code_length.h"
#include "tools/trace-cycles/prices.h"

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
code_length_of_order(size_t n)
{
	int64_t bits = 0;

	for (size_t i = 2; i <= n; i++)
		bits += code_length_log2(i);
	return bits;
}

int64_t
code_length_of_loop(uint64_t rows, uint64_t all)
{
	return (int64_t)(rows + 1) * code_length_log2(all) +
	    CHANCE_MARGIN * CODE_LENGTH_BIT;
}
