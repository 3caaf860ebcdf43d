/*
 * Any allocations and frees of two devices: what is alive at the peak and at
 * the end, with the remainder, is the total of that time, and holders hold.
 */
#include <stdbool.h>

#include "tests/fuzz/bytes.h"
#include "tools/trace-memory/memory_table.h"

enum { MOST = 60, DEVICES = 2, ADDRESSES = 6, TEXTS = 3 };

static void
check_sum(const struct change *c, size_t n, uint32_t device, uint32_t now,
    int64_t rest, int64_t total)
{
	for (uint32_t i = 0; i < n; i++)
		if (c[i].device == device && change_lives(c, i, now))
			rest += c[i].bytes;
	if (rest != total)
		abort();
}

static void
check_holders(const struct change *c, const struct host *h)
{
	for (size_t k = 0; k < HOLDERS; k++) {
		uint32_t row = c->holder[k];

		if (row != HOST_NONE &&
		    (h[row].start > c->time || h[row].end <= c->time))
			abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	struct change c[MOST];
	struct host h[MOST];
	struct device d[DEVICES] = {0};
	size_t n = take_byte(&b) % MOST, hosts = take_byte(&b) % MOST;
	bool wide = take_byte(&b) & 1;

	for (size_t i = 0; i < n; i++) {
		uint32_t device = take_byte(&b) % DEVICES;
		int64_t bytes = wide ? take_number(&b) : take_byte(&b) - 128;

		c[i] = (struct change){.time = take_byte(&b),
		    .bytes = bytes,
		    .total = wide ? take_number(&b) : take_byte(&b),
		    .device = device,
		    .address = device * ADDRESSES + take_byte(&b) % ADDRESSES,
		    .thread = take_byte(&b) % TEXTS};
		c[i].process = c[i].thread;
	}
	for (size_t i = 0; i < hosts; i++) {
		int64_t start = take_byte(&b);

		h[i] = (struct host){.start = start,
		    .end = start + take_byte(&b),
		    .kind = take_byte(&b) % 3,
		    .thread = take_byte(&b) % TEXTS};
	}
	changes_sort(c, n);
	if (!changes_follow(c, n, d, (size_t)DEVICES * ADDRESSES))
		return 0;
	holders_find(c, n, h, hosts, TEXTS);
	for (size_t i = 0; i < n; i++)
		check_holders(&c[i], h);
	for (uint32_t i = 0; !wide && i < DEVICES; i++)
		if (d[i].allocations + d[i].frees) {
			check_sum(c, n, i, d[i].peak, d[i].rest_at_peak,
			    d[i].peak_bytes);
			check_sum(
			    c, n, i, d[i].last, d[i].rest, c[d[i].last].total);
		}
	return 0;
}
