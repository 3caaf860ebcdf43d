/*
 * numbers - the order of plain numbers, for qsort.
 */
#ifndef TRACE_CYCLES_NUMBERS_H
#define TRACE_CYCLES_NUMBERS_H

#include <stdint.h>

static inline int
numbers_compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static inline int
numbers_compare_64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

#endif
