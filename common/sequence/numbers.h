/*
 * numbers - the order of plain numbers, for qsort; where one is in a list.
 */
#ifndef COMMON_SEQUENCE_NUMBERS_H
#define COMMON_SEQUENCE_NUMBERS_H

#include <stddef.h>
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

static inline int
numbers_compare_signed(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/*
 * The first of n elements whose number is not less than `least`; n if there is
 * none. Each is `size` bytes and begins with its number, and they ascend.
 */
static inline size_t
numbers_first_from(const void *list, size_t size, size_t n, uint32_t least)
{
	const char *first = list;
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const void *number = first + middle * size;

		if (*(const uint32_t *)number < least)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

#endif
