/*
 * grow - from an exact stretch to the chain that it is part of.
 *
 * Only what pays is taken in: what fits behind a fault must be longer than what
 * telling of the fault costs (cover.h). And faults must be few: over four
 * periods no more symbols than four repeats may lack, and on average no more
 * than one fault a period, and one more for every 64 symbols of it. Else
 * noise, which makes many short runs that mean little, would make many long
 * chains of them.
 *
 * The idea is that of Benson, "Tandem repeats finder: a program to analyze DNA
 * sequences", Nucleic Acids Research 27, 1999, with exact runs to start from.
 */
#ifndef TRACE_CYCLES_GROW_H
#define TRACE_CYCLES_GROW_H

#include "tools/trace-cycles/chains.h"

/* What a chain repeats. */
struct chain_root {
	uint32_t at, period; /* text[at, at + period) */
	uint32_t turn;       /* where in it its least rotation starts */
	uint32_t class;
};

/* An exact stretch that a chain is made from. */
struct stretch {
	uint32_t start, end;
	uint32_t phase; /* of its start in the root */
	uint32_t back;  /* the chain need not begin before */
};

/*
 * Adds the chain that a stretch is part of. Returns 1, 0 if it is shorter than
 * two periods and was not added, or -1: no memory.
 */
__attribute__((warn_unused_result)) int grow_chain(struct chains *,
    const struct text *, const struct chain_root *, const struct stretch *);

#endif
