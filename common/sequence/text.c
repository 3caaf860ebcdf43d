#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "common/bytes/wide.h"
#include "common/sequence/text.h"

static const uint64_t PRIME = ((uint64_t)1 << 61) - 1;
static const uint64_t BASE = 0x12345678abcdef1; /* any number below PRIME */

static uint64_t
times(uint64_t a, uint64_t b)
{
	uwide product = (uwide)a * b;
	uint64_t r = (uint64_t)(product & PRIME) + (uint64_t)(product >> 61);

	return r >= PRIME ? r - PRIME : r;
}

static uint64_t
minus(uint64_t a, uint64_t b)
{
	return a >= b ? a - b : a + PRIME - b;
}

void
text_init(struct text *t, const uint32_t *symbol, size_t n)
{
	*t = (struct text){.symbol = symbol,
	    .n = n,
	    .hash = xmalloc((n + 1) * sizeof *t->hash)};
	t->power[0] = BASE;
	for (int k = 1; k < TEXT_POWERS; k++)
		t->power[k] = times(t->power[k - 1], t->power[k - 1]);
	t->hash[0] = 0;
	for (size_t i = 0; i < n; i++) {
		uint64_t h = times(t->hash[i], BASE) + symbol[i] + 1;

		t->hash[i + 1] = h >= PRIME ? h - PRIME : h;
	}
}

void
text_free(struct text *t)
{
	free(t->hash);
	*t = (struct text){0};
}

uint64_t
text_hash(const struct text *t, size_t i, int k)
{
	return minus(
	    t->hash[i + ((size_t)1 << k)], times(t->hash[i], t->power[k]));
}

/*
 * Whether the 2^k symbols that come next, `same` symbols away from i and from
 * j, have the same hash.
 */
static bool
same_hash(
    const struct text *t, size_t i, size_t j, size_t same, int k, bool ahead)
{
	size_t block = (size_t)1 << k;
	size_t a = ahead ? i + same : i - same - block;
	size_t b = ahead ? j + same : j - same - block;
	uint64_t before = minus(t->hash[a], t->hash[b]);
	uint64_t behind = minus(t->hash[a + block], t->hash[b + block]);

	return times(before, t->power[k]) == behind;
}

/*
 * Blocks of doubling length while they are equal, then of halving length: the
 * cost is the logarithm of the answer, not of the text.
 */
size_t
text_far(const struct text *t, size_t i, size_t j, size_t most, bool ahead)
{
	size_t same = 0, block = TEXT_NEAR;
	int k = TEXT_NEAR_POWER;

	for (; block <= most - same && same_hash(t, i, j, same, k, ahead);
	     k++) {
		same += block;
		block *= 2;
	}
	while (k-- > TEXT_NEAR_POWER) {
		block /= 2;
		if (block <= most - same && same_hash(t, i, j, same, k, ahead))
			same += block;
	}
	return same +
	    (ahead ? text_near_ahead(t, i + same, j + same, most - same)
		   : text_near_behind(t, i - same, j - same, most - same));
}

bool
text_equal(const struct text *t, size_t i, size_t j, size_t n)
{
	return memcmp(t->symbol + i, t->symbol + j, n * sizeof *t->symbol) == 0;
}
