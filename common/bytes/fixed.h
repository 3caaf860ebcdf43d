/*
 * fixed - times and durations as 64-bit integers of nanoseconds.
 *
 * Text is microseconds with exactly three decimals; no double comes in between
 * in either direction, because a double holds neither epoch microseconds with
 * decimals nor long sums.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "common/bytes/buf.h"

enum { FIXED_MAX = 32 }; /* bytes of the longest text, with room to spare */

/*
 * Reads decimal microseconds: digits with an optional sign, fraction and
 * exponent, nothing else around them. What is finer than a nanosecond is
 * rounded to the nearest, halves away from zero. Returns 0, or -1 when the text
 * is no number or does not fit.
 */
MUST_USE int fixed_parse_us(struct span, int64_t *);

/*
 * Reads most times, sooner: digits without a sign and without zeros in front,
 * three decimals, below 10^15: what fixed_print_us writes. False for any other
 * text, which fixed_parse_us may read.
 */
bool fixed_parse_usual(struct span, int64_t *);

/* The same in units of another decimal than the third. */
MUST_USE int fixed_parse_decimals(struct span, int decimals, int64_t *);

/* Reads a whole decimal integer. Returns 0, or -1. */
MUST_USE int fixed_parse_int(struct span, int64_t *);

/* The same, as it is printed again: without a sign or a 0 in front. */
MUST_USE int fixed_parse_natural(struct span, int64_t *);

/* Write into at least FIXED_MAX bytes, no NUL; return the length. */
size_t fixed_print_us(char *, int64_t ns);
size_t fixed_print_int(char *, int64_t);

/* The text of a number, in digits. */
static inline struct span
fixed_text(char digits[FIXED_MAX], int64_t v)
{
	return (struct span){digits, fixed_print_int(digits, v)};
}

/* The same, appended. */
void buf_add_us(struct buf *, int64_t ns);
void buf_add_int(struct buf *, int64_t);

/* Writes decimal digits, and up to 7 bytes more; returns where they end. */
char *fixed_digits(char *, uint64_t);

/* The same of a number in units of its last decimal, of which `one` are 1. */
char *fixed_decimals(char *, uint64_t units, uint64_t one);

/*
 * Adds to a sum. Returns 0, or -1 when it would not fit (292 years); then the
 * sum is as before.
 */
MUST_USE int fixed_add(int64_t *sum, int64_t);

/* a / b to the nearest integer, halves away from zero; b > 0. */
int64_t fixed_divide(int64_t a, int64_t b);

/* Ids by what they are: whole numbers, then other texts by their bytes. */
int fixed_compare_ids(struct span, struct span);
