/*
 * cursor - what each symbol of a chain saves: one, if it repeats what is one
 * period before it, less the price of the faults.
 */
#ifndef TRACE_CYCLES_CURSOR_H
#define TRACE_CYCLES_CURSOR_H

#include "tools/trace-cycles/chains.h"

/* On its way through a chain; each symbol is asked for once, in order. */
struct cursor {
	const struct segment *segment, *first, *last; /* of the chain */
	uint32_t plain_to; /* each symbol up to here saves one */
};

/* Before the symbol at `at`, which is in the chain. */
struct cursor cursor_start(
    const struct chains *, const struct chain *, uint32_t at);

/*
 * What the symbol at `at` saves. Of a fault the first symbol that is passed
 * over pays; if none is, the first of the next segment does.
 */
int64_t cursor_saves(struct cursor *, uint32_t at);

/* What the symbols [at, to) save. */
int64_t cursor_saves_all(struct cursor *, uint32_t at, uint32_t to);

#endif
