/*
 * correction - a sequence as it would be without faults at random.
 *
 * A profiler loses kernels, others come in between, neighbours change places.
 * What comes behind the last CONTEXT symbols is nearly always the same, the
 * usual way. A stretch that leaves it and comes back to it soon, a bubble,
 * becomes the usual way if it is as rare as faults are: Zerbino and Birney,
 * "Velvet: algorithms for de novo short read assembly using de Bruijn graphs",
 * Genome Research 18, 2008. How frequent faults are tells the median, over all
 * contexts, of the share that leaves the usual way: faults come everywhere,
 * what the program does otherwise now and then comes in a few contexts. So a
 * sequence without faults stays as it is.
 */
#ifndef COMMON_SEQUENCE_CORRECTION_H
#define COMMON_SEQUENCE_CORRECTION_H

#include <stddef.h>
#include <stdint.h>

/*
 * Symbol i of n stands for those [from[i], to[i]) of the sequence: one, none if
 * it was lost, or several if some are foreign. All of the sequence are in one
 * of these stretches, in order.
 */
struct correction {
	uint32_t *symbol, *from, *to;
	size_t n, cap[3];
};

/*
 * Corrects n < INT32_MAX symbols. Without symbols in it nothing was to be
 * corrected.
 */
void correction_make(struct correction *, const uint32_t *symbol, size_t n);
void correction_free(struct correction *);

#endif
