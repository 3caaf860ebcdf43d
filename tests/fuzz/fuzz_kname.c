/* Any bytes as a kernel's name: something is always left of it, and in it. */
#include <stdint.h>
#include <stdlib.h>

#include "common/meaning/kname.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	struct span name = {(const char *)p, n}, core = kname_core(name);
	struct buf b = {0};

	if ((n > 0 && core.n == 0) || core.p < name.p ||
	    core.p + core.n > name.p + n)
		abort();
	if (kname_normalise(name, &b) == 0 && n > 0 && b.n == 0)
		abort();
	buf_free(&b);
	return 0;
}
