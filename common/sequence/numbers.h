/*
 * numbers - the order of plain numbers, for qsort, and what follows from it.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "common/bytes/order.h"

static inline int
numbers_compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static inline int
numbers_compare_signed(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static inline int
numbers_compare_real(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sorts n > 0. Returns the upper median, and how many are equal to that. */
static inline uint32_t
numbers_usual(uint32_t *v, size_t n, size_t *same)
{
	qsort(v, n, sizeof *v, numbers_compare);
	*same = 0;
	for (size_t i = 0; i < n; i++)
		*same += v[i] == v[n / 2];
	return v[n / 2];
}

/* How far two are apart; what does not fit is as far as can be. */
static inline int64_t
numbers_distance(int64_t a, int64_t b)
{
	int64_t d;

	if (__builtin_sub_overflow(a > b ? a : b, a > b ? b : a, &d))
		return INT64_MAX;
	return d;
}

/*
 * The first of n elements whose number is not less than `least`; n if there is
 * none. Each is `size` bytes and begins with its number, and they ascend.
 */
static inline size_t
numbers_first_from(const void *list, size_t size, size_t n, uint32_t least)
{
	const char *number = list;
	size_t first = 0;

	BISECT(first, n, i,
	    *(const uint32_t *)(const void *)(number + i * size) < least);
	return first;
}
