/*
 * permute - how often chance alone would divide runs as unevenly.
 *
 * The permutation test (R. A. Fisher, "The Design of Experiments", 1935): if
 * both sides were the same, the runs could be dealt out between them in any
 * way. It assumes no distribution, but with few runs it can reach no small
 * probability: Welch's t is for those.
 */
#ifndef TRACE_ALIGN_PERMUTE_H
#define TRACE_ALIGN_PERMUTE_H

#include <stddef.h>

enum {
	PERMUTE_LEAST = 6, /* runs of each side */
	PERMUTE_MOST = 64, /* runs of both */
	PERMUTE_DEALS =
	    20000 /* tried at most: all, or else so many by chance */
};

/* The smallest probability that na and nb runs can reach. */
double permute_reach(size_t na, size_t nb);

/*
 * The share of deals whose means differ by no less than those of a and b. All
 * deals are tried when they are no more than PERMUTE_DEALS; else as many that a
 * generator with a fixed seed chooses. na + nb is at most PERMUTE_MOST.
 */
double permute_p(const double *a, size_t na, const double *b, size_t nb);

#endif
