/*
 * order - functions for qsort and bsearch, a binary search, and a merge sort.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

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

/*
 * Defines a static function that sorts n elements by a natural merge sort: of a
 * few ascending runs, one behind the other, as the streams of a trace are, each
 * costs a comparison an element and a merge. ordered(context, a, b) tells
 * whether a may come before b. `other` is room for as many; the function
 * returns which of the two arrays is sorted.
 */
#define MERGE_SORT(function, type, context_type, ordered)                   \
	static type *function(                                              \
	    context_type *context, type *p, type *other, size_t n)          \
	{                                                                   \
		for (bool one = false; !one;) {                             \
			type *in = p, *out = other;                         \
                                                                            \
			one = true;                                         \
			for (size_t a = 0, b, c; a < n; a = c) {            \
				size_t i = a, j, k = a;                     \
                                                                            \
				for (b = a + 1; b < n &&                    \
				     ordered(context, in[b - 1], in[b]);)   \
					b++;                                \
				for (c = b + (b < n); c < n &&              \
				     ordered(context, in[c - 1], in[c]);)   \
					c++;                                \
				for (j = b; k < c; k++)                     \
					out[k] = j == c ||                  \
						(i < b &&                   \
						    ordered(context, in[i], \
							in[j]))             \
					    ? in[i++]                       \
					    : in[j++];                      \
				one = one && a == 0 && c == n;              \
			}                                                   \
			p = out;                                            \
			other = in;                                         \
		}                                                           \
		return p;                                                   \
	}
