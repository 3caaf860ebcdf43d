#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/trace/main_stream.h"
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

bool *
cycle_main_streams(
    const struct judged_cycle *c, size_t n, size_t gpus, size_t streams)
{
	bool *is_main = xcalloc(streams + 1, sizeof *is_main);
	struct stream_kernels *s = xcalloc(streams + 1, sizeof *s);

	for (size_t i = 0; i < streams; i++)
		s[i].gpu = gpus; /* none, until it has a cycle */
	for (size_t i = 0; i < n; i++) {
		struct stream_kernels *k = &s[c[i].stream];

		if (c[i].parent != CYCLE_NONE)
			continue;
		if (k->gpu == gpus || c[i].start < k->start)
			k->start = c[i].start;
		k->gpu = c[i].gpu;
		k->kernels += (double)c[i].reps * (double)c[i].length;
	}
	main_stream_find(s, streams, gpus + 1, is_main);
	free(s);
	return is_main;
}
