/* Any bytes as a budget; one that is understood is put to use. */
#include <stdint.h>
#include <stdlib.h>

#include "tools/trace-align/budget.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	char *text = calloc(n + 1, 1);
	struct budget_times none = {0, 0}, more = {INT64_MAX, 1};
	struct budget g;

	if (!text)
		return 0;
	if (n)
		memcpy(text, p, n);
	if (budget_parse(&g, text) == 0) {
		if (budget_exceeded(&g, none) !=
		    (g.limit.amount < 0 && !g.limit.percent))
			abort();
		(void)budget_exceeded(&g, more);
	}
	free(text);
	return 0;
}
