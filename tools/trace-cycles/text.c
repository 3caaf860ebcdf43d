#include <stdlib.h>
#include <string.h>

#include "tools/trace-cycles/text.h"

__extension__ typedef unsigned __int128 u128;

/*
 * Most comparisons end within a few symbols: so many are compared directly
 * before hashes are asked. Measured on two million kernels: 8 to 32 are alike,
 * none costs twice the time.
 */
enum { DIRECT = 16 };

static const uint64_t PRIME = ((uint64_t)1 << 61) - 1;
static const uint64_t BASE = 0x12345678abcdef1; /* any number below PRIME */

static uint64_t
times(uint64_t a, uint64_t b)
{
	u128 product = (u128)a * b;
	uint64_t r = (uint64_t)(product & PRIME) + (uint64_t)(product >> 61);

	return r >= PRIME ? r - PRIME : r;
}

int
text_init(struct text *t, const uint32_t *symbol, size_t n)
{
	*t = (struct text){.symbol = symbol,
	    .n = n,
	    .hash = malloc((n + 1) * sizeof *t->hash)};
	if (!t->hash)
		return -1;
	t->power[0] = BASE;
	for (int k = 1; k < TEXT_POWERS; k++)
		t->power[k] = times(t->power[k - 1], t->power[k - 1]);
	t->hash[0] = 0;
	for (size_t i = 0; i < n; i++) {
		uint64_t h = times(t->hash[i], BASE) + symbol[i] + 1;

		t->hash[i + 1] = h >= PRIME ? h - PRIME : h;
	}
	return 0;
}

void
text_free(struct text *t)
{
	free(t->hash);
	*t = (struct text){0};
}

uint32_t
text_kernels(const struct text *t, size_t from, size_t to)
{
	return t->at ? t->at[to] - t->at[from] : (uint32_t)(to - from);
}

/* Differences of prefixes are the same wherever the prefixes begin. */
struct text
text_part(const struct text *t, size_t from, size_t n)
{
	struct text part = *t;

	part.symbol += from;
	part.hash += from;
	part.at = t->at ? t->at + from : NULL;
	part.n = n;
	return part;
}

uint64_t
text_hash(const struct text *t, size_t i, int k)
{
	uint64_t end = t->hash[i + ((size_t)1 << k)];
	uint64_t start = times(t->hash[i], t->power[k]);

	return end >= start ? end - start : end + PRIME - start;
}

/*
 * Blocks of doubling length while they are equal, then of halving length: the
 * cost is the logarithm of the answer, not of the text.
 */
size_t
text_ahead(const struct text *t, size_t i, size_t j)
{
	size_t most = t->n - (i > j ? i : j), same = 0;
	int k = 0;

	for (; same < DIRECT; same++)
		if (same == most || t->symbol[i + same] != t->symbol[j + same])
			return same;
	while (((size_t)1 << k) <= most - same &&
	    text_hash(t, i + same, k) == text_hash(t, j + same, k))
		same += (size_t)1 << k++;
	while (k-- > 0)
		if (((size_t)1 << k) <= most - same &&
		    text_hash(t, i + same, k) == text_hash(t, j + same, k))
			same += (size_t)1 << k;
	return same;
}

size_t
text_behind(const struct text *t, size_t i, size_t j, size_t most)
{
	size_t room = i < j ? i : j, same = 0, block;
	int k = 0;

	most = most < room ? most : room;
	for (; same < DIRECT; same++)
		if (same == most ||
		    t->symbol[i - same - 1] != t->symbol[j - same - 1])
			return same;
	for (block = 1; block <= most - same; block *= 2, k++) {
		size_t back = same + block;

		if (text_hash(t, i - back, k) != text_hash(t, j - back, k))
			break;
		same = back;
	}
	while (k-- > 0) {
		size_t back = same + ((size_t)1 << k);

		if (back <= most &&
		    text_hash(t, i - back, k) == text_hash(t, j - back, k))
			same = back;
	}
	return same;
}

bool
text_equal(const struct text *t, size_t i, size_t j, size_t n)
{
	return memcmp(t->symbol + i, t->symbol + j, n * sizeof *t->symbol) == 0;
}
