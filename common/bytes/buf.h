/*
 * buf - a byte buffer that grows.
 *
 * A zeroed struct is an empty buffer. The functions that can grow it return 0,
 * or -1 when there is no memory; then the contents are as before.
 */
#ifndef COMMON_BYTES_BUF_H
#define COMMON_BYTES_BUF_H

#include <stddef.h>

#include "common/bytes/span.h"

struct buf {
	char *p;
	size_t n;   /* bytes used */
	size_t cap; /* bytes allocated */
};

/* Of buf_reserve, when there is no room. */
__attribute__((warn_unused_result)) int buf_enlarge(struct buf *, size_t more);

/* Makes room for `more` bytes behind the used ones. */
__attribute__((warn_unused_result)) static inline int
buf_reserve(struct buf *b, size_t more)
{
	return b->p && more <= b->cap - b->n ? 0 : buf_enlarge(b, more);
}

__attribute__((warn_unused_result)) int buf_add(
    struct buf *, const void *, size_t);
void buf_free(struct buf *);

static inline struct span
buf_span(const struct buf *b)
{
	return (struct span){b->p, b->n};
}

/* Of array_grow, when there is no room. */
__attribute__((warn_unused_result)) void *array_enlarge(
    void *, size_t *cap, size_t want, size_t size);

/*
 * Grows an array of `size`-byte elements to hold at least `want`: doubles, so
 * that appending is linear. Returns the array, moved or not, with *cap updated,
 * or NULL when there is no memory; then the old array is still the caller's.
 */
__attribute__((warn_unused_result)) static inline void *
array_grow(void *array, size_t *cap, size_t want, size_t size)
{
	return want <= *cap && array ? array
				     : array_enlarge(array, cap, want, size);
}

/* As array_grow, of the array whose address is given. Returns 0, or -1. */
__attribute__((warn_unused_result)) int array_enlarge_at(
    void *array, size_t *cap, size_t want, size_t size);

/*
 * Makes room for `want` elements in all in the array, whose *cap is the number
 * it has room for. 0, or -1 when there is no memory; then it is as before.
 */
#define ARRAY_RESERVE(array, cap, want) \
	((array) && (want) <= *(cap)    \
		? 0                     \
		: array_enlarge_at(&(array), cap, want, sizeof *(array)))

/* The same for one more element behind the first n, which it appends. */
#define ARRAY_PUSH(array, n, cap, ...)              \
	(ARRAY_RESERVE(array, cap, (size_t)(n) + 1) \
		? -1                                \
		: ((array)[(n)++] = (__VA_ARGS__), 0))

#endif
