/*
 * span - a borrowed run of bytes; whoever hands one out says how long it lives.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct span {
	const char *p; /* not NUL-terminated; may be NULL when n is 0 */
	size_t n;
};

/* Before a function whose result says whether it failed. */
#define MUST_USE __attribute__((warn_unused_result))

/* How many elements an array has. */
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The initializer of a span: a literal, in a table. */
#define TEXT(literal)                          \
	{                                      \
		(literal), sizeof(literal) - 1 \
	}

/* Arguments of printf for %.*s: a text, or its first `most` bytes. */
#define SPAN_MOST(s, most)                                      \
	(int)((s).n < (size_t)(most) ? (s).n : (size_t)(most)), \
	    (s).n ? (s).p : ""

static inline struct span
span_of(const char *s)
{
	return (struct span){s, strlen(s)};
}

static inline bool
span_equal(struct span a, struct span b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool
span_is(struct span a, const char *s)
{
	return span_equal(a, span_of(s));
}

/* Eight bytes, the first one lowest: compilers make one load of it. */
static inline uint64_t
span_word(const char *text)
{
	const unsigned char *p = (const unsigned char *)text;

	return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
	    (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 |
	    (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

/* The bytes from place `from` up to `to`. */
static inline struct span
span_cut(struct span s, size_t from, size_t to)
{
	return (struct span){s.p + from, to - from};
}

/* Without the blanks at both ends. */
static inline struct span
span_trim(struct span s)
{
	while (s.n && s.p[0] == ' ')
		s = span_cut(s, 1, s.n);
	while (s.n && s.p[s.n - 1] == ' ')
		s.n--;
	return s;
}

static inline bool
span_starts(struct span s, const char *start)
{
	size_t n = strlen(start);

	return s.n >= n && memcmp(s.p, start, n) == 0;
}

static inline bool
span_ends(struct span s, const char *end)
{
	size_t n = strlen(end);

	return s.n >= n && memcmp(s.p + s.n - n, end, n) == 0;
}

/* The bytes after the first occurrence of a word; p is NULL if it has none. */
static inline struct span
span_after(struct span s, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= s.n; i++)
		if (memcmp(s.p + i, word, n) == 0)
			return span_cut(s, i + n, s.n);
	return (struct span){NULL, 0};
}

/* The bytes after the last occurrence of a word; all if it has none. */
static inline struct span
span_after_last(struct span s, const char *word)
{
	size_t n = strlen(word);

	for (size_t end = s.n; end >= n; end--)
		if (memcmp(s.p + end - n, word, n) == 0)
			return span_cut(s, end, s.n);
	return s;
}

/* Does it hold this byte? */
static inline bool
span_holds(struct span s, char c)
{
	return s.n && memchr(s.p, c, s.n);
}

/*
 * Cuts off what is before the first separator, and the separator. Without one
 * that is all, and what is left has no p.
 */
static inline struct span
span_take(struct span *rest, char separator)
{
	struct span s = *rest;
	const char *end = s.n ? memchr(s.p, separator, s.n) : NULL;
	size_t n = end ? (size_t)(end - s.p) : s.n;

	*rest = end ? span_cut(s, n + 1, s.n) : (struct span){NULL, 0};
	s.n = n;
	return s;
}

/* The part after the first n separators, up to the next one. */
static inline struct span
span_part(struct span s, char separator, size_t n)
{
	while (n-- > 0)
		span_take(&s, separator);
	return span_take(&s, separator);
}

/* Does it hold this word? */
static inline bool
span_has(struct span s, const char *word)
{
	return span_after(s, word).p != NULL;
}

/* Is it one of these words, which have blanks between them? */
static inline bool
span_is_among(struct span s, const char *words)
{
	struct span rest = span_of(words);

	while (rest.p)
		if (span_equal(s, span_take(&rest, ' ')))
			return true;
	return false;
}

/* Byte order, a prefix first: negative, zero or positive. */
static inline int
span_compare(struct span a, struct span b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int c = n ? memcmp(a.p, b.p, n) : 0;

	return c ? c : (a.n > b.n) - (a.n < b.n);
}
