/*
 * bytes - numbers out of a fuzzer's bytes; zero when there are no more.
 */
#pragma once

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

struct bytes {
	const uint8_t *p;
	size_t n;
};

static inline uint8_t
take_byte(struct bytes *b)
{
	uint8_t v = b->n ? *b->p : 0;

	if (b->n) {
		b->p++;
		b->n--;
	}
	return v;
}

/* Small or large, of either sign: the first byte says how many follow. */
static inline int64_t
take_number(struct bytes *b)
{
	uint8_t first = take_byte(b);
	uint64_t v = first >> 3;

	for (int i = first & 7; i > 0; i--)
		v = v << 8 | take_byte(b);
	return (int64_t)v;
}

static inline void
require(int condition)
{
	if (!condition)
		abort();
}
