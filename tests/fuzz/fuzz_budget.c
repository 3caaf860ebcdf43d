/* Any bytes as a budget; one that is understood has terms. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/trace-align/cycle_gate.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	char *text = calloc(n + 1, 1);
	struct budget l;

	if (!text)
		return 0;
	if (n)
		memcpy(text, p, n);
	if (budget_parse(&l, text) == 0 && cycle_gate_takes(&l) &&
	    (l.terms < 1 || l.terms > BUDGET_MOST))
		abort();
	free(text);
	return 0;
}
