/*
 * order - functions for qsort and bsearch, and a binary search.
 */
#pragma once

/* The least member first, or the greatest. */
#define UP(member) ((x->member > y->member) - (x->member < y->member))
#define DOWN(member) ((x->member < y->member) - (x->member > y->member))

/*
 * Defines a static function that compares two things of a type by up to nine
 * keys: by the first in which they differ. A key is UP or DOWN of a member, or
 * anything else that compares *x with *y, as span_compare(x->name, y->name).
 */
#define ORDER_BY(function, type, ...)                                          \
	ORDER_KEYS(function, type, left, right, __VA_ARGS__, 0, 0, 0, 0, 0, 0, \
	    0, 0, )

/* The same of an array of pointers to them. */
#define ORDER_POINTERS_BY(function, type, ...)                             \
	ORDER_KEYS(function, type, *(const type *const *)left,             \
	    *(const type *const *)right, __VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, \
	    0, )

#define ORDER_KEYS(                                                         \
    function, type, first, second, k1, k2, k3, k4, k5, k6, k7, k8, k9, ...) \
	static int function(const void *left, const void *right)            \
	{                                                                   \
		const type *x = (first), *y = (second);                     \
		int order = (k1);                                           \
                                                                            \
		order = order ? order : (k2);                               \
		order = order ? order : (k3);                               \
		order = order ? order : (k4);                               \
		order = order ? order : (k5);                               \
		order = order ? order : (k6);                               \
		order = order ? order : (k7);                               \
		order = order ? order : (k8);                               \
		return order ? order : (k9);                                \
	}

/*
 * Moves `low` up to the first place, of those from `low` to before `high`, for
 * which the condition no longer holds; to `high` if there is none. It holds for
 * all places before that one.
 */
#define BISECT(low, high, place, condition)                  \
	while ((low) < (high)) {                             \
		size_t place = (low) + ((high) - (low)) / 2; \
                                                             \
		if (condition)                               \
			(low) = place + 1;                   \
		else                                         \
			(high) = place;                      \
	}
