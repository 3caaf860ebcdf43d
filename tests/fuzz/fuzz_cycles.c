/*
 * Any sequence has cycles that are what they claim to be, and cutting it at
 * each level loses no kernel: the first two bytes are limits, and whether names
 * tell optimizers; each other byte is a kernel, of so few names that much
 * repeats. With the sanitizers the search takes 2 ms of 128 bytes and 20 of
 * 500, so libFuzzer has max_len=128, which reaches nearly as much; longer seeds
 * are replayed whole.
 */
#include <stdint.h>
#include <stdlib.h>

#include "tests/unit/cycles_check.h"
#include "tests/unit/segments_check.h"

enum { MOST = 1 << 14 };

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint32_t symbol[MOST], level[MOST];
	static bool update[MOST];
	struct known known = {NULL, NULL};
	struct cycle_limits limits = {1, INT32_MAX, false};
	struct cycles cycles;
	size_t n = 0;

	if (size > 1) {
		limits.shortest += data[0] & 7;
		known.update = data[0] & 8 ? update : NULL;
		if (data[1] & 0x80)
			limits.longest = limits.shortest + (data[1] & 0x7f);
	}
	for (size_t i = 2; i < size && n < MOST; i++) {
		update[n] = data[i] % 8 == 7;
		symbol[n++] = data[i];
	}
	cycles_find(symbol, n, &known, &limits, &cycles);
	if (!cycles_hold(symbol, n, &limits, &cycles, level) ||
	    !segments_hold(&cycles))
		abort();
	cycles_free(&cycles);
	return 0;
}
