/*
 * correction - a sequence as it would be without faults at random.
 *
 * A profiler loses kernels, stray ones come between, neighbours are swapped.
 * The symbols after the last USUAL_CONTEXT are nearly always the same, the
 * usual way. A stretch that leaves it and comes back to it soon, a bubble,
 * becomes the usual way if it is as rare as faults are: Zerbino and Birney,
 * "Velvet: algorithms for de novo short read assembly using de Bruijn graphs",
 * Genome Research 18, 2008. The frequency of faults is estimated as the median,
 * over all contexts, of the share that leaves the usual way, or, if most never
 * do, as the mean of two thirds: faults occur everywhere, what the program
 * sometimes does differently in a few contexts. So a sequence without faults
 * stays as it is. What comes again too near for a fault at random stays, too,
 * however rare it is: the layers of a step that comes once.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * Symbol i of n stands for those [at[i], at[i + 1]) of the sequence: one, none
 * if it was lost, or several if some are foreign.
 */
struct correction {
	uint32_t *symbol, *at; /* at[n] is the sequence's end */
	size_t n, symbol_cap, at_cap;
};

/*
 * Corrects n < INT32_MAX symbols. Without symbols in it nothing was to be
 * corrected.
 */
void correction_make(struct correction *, const uint32_t *symbol, size_t n);
void correction_free(struct correction *);
