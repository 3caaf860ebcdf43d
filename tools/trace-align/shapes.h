/*
 * shapes - do paired kernels get the same inputs? Of other shapes they do other
 * work, so B is neither faster nor slower for it.
 */
#ifndef TRACE_ALIGN_SHAPES_H
#define TRACE_ALIGN_SHAPES_H

#include "tools/trace-align/compare.h"

/* Pairs of one operator whose shapes are known. */
struct shapes {
	size_t all, other; /* pairs, and those whose shapes differ */
	double a, b;       /* elements of all their inputs */
};

struct shapes shapes_compare(const struct comparison *);

/* The elements of inputs, as "[[8, 128], [128], []]": 1153, a number being 1.
 */
double shapes_elements(struct span);

#endif
