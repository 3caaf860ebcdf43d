/*
 * buf - a byte buffer that grows.
 *
 * A zeroed struct is an empty buffer. Where there is no memory, the program
 * ends: see memory.h.
 */
#pragma once

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/bytes/memory.h"
#include "common/bytes/span.h"

struct buf {
	char *p;
	size_t n;   /* bytes used */
	size_t cap; /* bytes allocated */
};

/* Of buf_reserve, when there is no room. */
void buf_enlarge(struct buf *, size_t more);

/* Makes room for `more` bytes after the used ones. */
static inline void
buf_reserve(struct buf *b, size_t more)
{
	if (!b->p || more > b->cap - b->n)
		buf_enlarge(b, more);
}

void buf_add(struct buf *, const void *, size_t);

static inline void
buf_add_text(struct buf *b, const char *text)
{
	buf_add(b, text, strlen(text));
}

static inline void
buf_add_span(struct buf *b, struct span s)
{
	buf_add(b, s.p, s.n);
}

/* Spans, one after another. */
void buf_add_spans(struct buf *, const struct span *, size_t n);

/* The same in place of what was there: all of it, until the buffer changes. */
struct span buf_join_spans(struct buf *, const struct span *, size_t n);

/* As printf prints; BUF_PRINT in place of what was there. */
__attribute__((format(printf, 2, 3))) void buf_add_format(
    struct buf *, const char *, ...);

#define BUF_PRINT(b, ...) \
	((b)->n = 0, buf_add_format(b, __VA_ARGS__), buf_span(b))
#define BUF_ADD_ALL(b, ...) buf_add_spans(b, BUF_SPANS(__VA_ARGS__))
#define BUF_JOIN(b, ...) buf_join_spans(b, BUF_SPANS(__VA_ARGS__))
#define BUF_SPANS(...)                      \
	(const struct span[]){__VA_ARGS__}, \
	    sizeof((const struct span[]){__VA_ARGS__}) / sizeof(struct span)

/* To be joined behind a text that is for functions of C. */
#define BUF_NUL ((struct span){"", 1})

void buf_free(struct buf *);

static inline struct span
buf_span(const struct buf *b)
{
	return (struct span){b->p, b->n};
}

/* Of ARRAY_RESERVE, when there is no room: the array whose address is given. */
void array_enlarge(void *array, size_t *cap, size_t want, size_t size);

/*
 * Makes room for `want` elements in all in the array, whose *cap is the number
 * it has room for; doubles it, so that appending is linear.
 */
#define ARRAY_RESERVE(array, cap, want) \
	((array) && (want) <= *(cap)    \
		? (void)0               \
		: array_enlarge(&(array), cap, want, sizeof *(array)))

/* The same for one more element after the first n, which it appends. */
#define ARRAY_PUSH(array, n, cap, ...)               \
	(ARRAY_RESERVE(array, cap, (size_t)(n) + 1), \
	    (void)((array)[(n)++] = (__VA_ARGS__)))

/* Sorts the n elements, if there are any: qsort takes no NULL. */
#define ARRAY_SORT(array, n, compare) \
	((n) ? qsort(array, n, sizeof *(array), compare) : (void)0)
