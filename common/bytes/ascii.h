/*
 * ascii - the classes of bytes as ASCII characters, whatever the locale.
 */
#pragma once

#include <stdbool.h>

#include "common/bytes/span.h"

static inline bool
ascii_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool
ascii_is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static inline bool
ascii_is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool
ascii_is_letter(char c)
{
	return ascii_is_lower(c) || ascii_is_upper(c);
}

/* The value of a hexadecimal digit; -1: it is none. */
static inline int
ascii_hex(char c)
{
	char letter = (char)(c | 0x20);

	return ascii_is_digit(c)             ? c - '0'
	    : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
					     : -1;
}

/* A character of C identifiers. */
static inline bool
ascii_is_word(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

static inline char
ascii_lower(char c)
{
	return ascii_is_upper(c) ? (char)(c | 0x20) : c;
}

/* Are there letters in upper case, and nothing else? */
static inline bool
ascii_is_capitals(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!ascii_is_upper(s.p[i]))
			return false;
	return s.n > 0;
}

/* Without the digits at its end. */
static inline struct span
ascii_before_number(struct span s)
{
	while (s.n && ascii_is_digit(s.p[s.n - 1]))
		s.n--;
	return s;
}

/* Without a number at its end and the mark before it; without both, as it is.
 */
static inline struct span
ascii_unnumbered(struct span s, const char *mark)
{
	struct span start = ascii_before_number(s);

	return start.n < s.n && span_ends(start, mark)
	    ? span_cut(s, 0, start.n - strlen(mark))
	    : s;
}

/* Does a text hold a word, whatever the case of either? */
static inline bool
ascii_has(struct span s, struct span word)
{
	for (size_t i = 0; i + word.n <= s.n; i++) {
		size_t k = 0;

		while (k < word.n &&
		    ascii_lower(s.p[i + k]) == ascii_lower(word.p[k]))
			k++;
		if (k == word.n)
			return true;
	}
	return false;
}
