/* Any bytes as a kernel's name: something is always left of it. */
#include <stdint.h>
#include <stdlib.h>

#include "common/meaning/kernel_name.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct span name = {(const char *)p, n};
	struct buf b = {0};

	kernel_name_normalise(name, &b);
	if (n > 0 && b.n == 0)
		abort();
	buf_free(&b);
	return 0;
}
