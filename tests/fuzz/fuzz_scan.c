/*
 * Any bytes as a JSON value: one call and a call a byte end alike, and what is
 * whole keeps its end when more bytes follow.
 */
#include <stdint.h>
#include <stdlib.h>

#include "common/json/scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct scan s;
	const char *p = (const char *)data;
	size_t used, total = 0, one;
	enum scan_result whole, r = SCAN_MORE;

	scan_start(&s);
	whole = scan_bytes(&s, p, size, &used);
	if (used > size || (whole == SCAN_MORE && used != size))
		abort();
	scan_start(&s);
	while (r == SCAN_MORE && total < size) {
		r = scan_bytes(&s, p + total, 1, &one);
		total += one;
	}
	if (r != whole || total != used)
		abort();
	return 0;
}
