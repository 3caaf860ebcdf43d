/* Any bytes as a budget; one that is understood has conditions. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/trace-align/budget.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	char *text = calloc(n + 1, 1);
	struct limits l;
	struct budget b;

	if (!text)
		return 0;
	if (n)
		memcpy(text, p, n);
	if (limits_parse(&l, text) == 0 && budget_read(&b, &l) == 0 &&
	    (b.n < 1 || b.n > BUDGET_MOST))
		abort();
	free(text);
	return 0;
}
