#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-phase/cycle.h"

void
cycle_set(struct judged_cycle *c, enum phase p, const char *format, ...)
{
	va_list arguments;

	c->phase = p;
	c->ours = true;
	va_start(arguments, format);
	vsnprintf(c->reason, sizeof c->reason, format, arguments);
	va_end(arguments);
}

int64_t
cycle_step_length(const struct judged_cycle *c)
{
	return c->row ? c->length * c->layers : c->length;
}

size_t
cycle_outwards(const struct judged_cycle *c, size_t i)
{
	size_t p = c[i].parent;

	return p != CYCLE_NONE && c[p].level < c[i].level ? p : CYCLE_NONE;
}

/* The main stream of each GPU; kernels[] is zeroed, one for each stream. */
static void
find_main(const struct judged_cycle *c, size_t n, double *kernels, size_t *best,
    size_t gpus, size_t none)
{
	for (size_t g = 0; g < gpus; g++)
		best[g] = none;
	for (size_t i = 0; i < n; i++)
		if (c[i].parent == CYCLE_NONE)
			kernels[c[i].stream] +=
			    (double)c[i].reps * (double)c[i].length;
	for (size_t i = 0; i < n; i++) {
		size_t *b = &best[c[i].gpu];

		if (*b == none || kernels[c[i].stream] > kernels[*b])
			*b = c[i].stream;
	}
}

bool *
cycle_main_streams(
    const struct judged_cycle *c, size_t n, size_t gpus, size_t streams)
{
	bool *is_main = xcalloc(streams + 1, sizeof *is_main);
	double *kernels = xcalloc(streams + 1, sizeof *kernels);
	size_t *best = xcalloc(gpus + 1, sizeof *best);

	find_main(c, n, kernels, best, gpus, streams);
	for (size_t g = 0; g < gpus; g++)
		is_main[best[g]] = true;
	free(kernels);
	free(best);
	return is_main;
}
