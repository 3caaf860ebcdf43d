#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/bytes/ascii.h"
#include "common/bytes/utf8.h"
#include "common/bytes/xstring.h"
#include "tools/csv2xlsx/cell_value.h"

/*
 * Up to EXACT_DIGITS significant digits a double gives every decimal number
 * back (DBL_DIG), and one digit more where doubles are dense enough; only
 * others, and those with an exponent, need to be printed for a proof.
 */
enum { EXACT_DIGITS = 15, LONGEST = 40 };

#define EXACT_MOST (INT64_C(1) << DBL_MANT_DIG) /* of whole numbers */

struct digits {
	int64_t digits;  /* all of them, as one number */
	int significant; /* without the leading zeros */
	int decimals;
	bool negative, exponent;
};

/* -?(0|[1-9][0-9]*)(\.[0-9]+)?, or the same up to an e. */
static bool
read_number(struct span s, struct digits *x)
{
	size_t i = 0, start, point = s.n;

	*x = (struct digits){0};
	x->negative = s.n && s.p[0] == '-';
	start = i = x->negative;
	for (; i < s.n && s.p[i] != 'e'; i++) {
		if (s.p[i] == '.' && point == s.n && i > start) {
			point = i;
			continue;
		}
		if (!ascii_is_digit(s.p[i]))
			return false;
		if (i == start + 1 && point == s.n && s.p[start] == '0')
			return false;
		x->significant += x->significant || s.p[i] != '0';
		if (x->significant <= EXACT_DIGITS + 1)
			x->digits = x->digits * 10 + (s.p[i] - '0');
	}
	x->exponent = i < s.n;
	if (point < s.n)
		x->decimals = (int)(i - point) - 1;
	return i > start && (point == s.n || x->decimals > 0);
}

/* Prints and compares; spreadsheets write 16 digits at most. */
static bool
survives(struct span s, const struct digits *x, struct number *number)
{
	char text[LONGEST + 1], again[400];
	int n;

	memcpy(text, s.p, s.n);
	text[s.n] = '\0';
	n = snprintf(
	    number->stored, CELL_VALUE_STORED, "%.16G", strtod(text, NULL));
	number->stored_n = (size_t)n;
	number->v = strtod(number->stored, NULL);
	n = snprintf(again, sizeof again, x->exponent ? "%.*e" : "%.*f",
	    x->decimals, number->v);
	return n == (int)s.n && memcmp(again, text, s.n) == 0;
}

/* The digits themselves, but for zeros at the end that say nothing. */
static void
store(struct span s, const struct digits *x, struct number *number)
{
	size_t n = s.n;

	if (x->decimals) {
		while (s.p[n - 1] == '0')
			n--;
		n -= s.p[n - 1] == '.';
	}
	memcpy(number->stored, s.p, n);
	number->stored_n = n;
}

/*
 * Does the double that is nearest to the digits print as these again? It does
 * where the next double is less than a unit of the last digit away: then none
 * of both roundings goes as far as half of a unit.
 */
static bool
is_dense(const struct digits *x, double v, double unit)
{
	int exponent;

	if (x->significant <= EXACT_DIGITS)
		return true;
	frexp(v, &exponent);
	return x->significant == EXACT_DIGITS + 1 && x->digits < EXACT_MOST &&
	    ldexp(unit, exponent - DBL_MANT_DIG) < 1;
}

bool
cell_value_number(enum column_kind kind, struct span s, struct number *number)
{
	static const double power[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7,
	    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
	struct digits x;

	if (!column_may_be_number(kind) || s.n == 0 || s.n > LONGEST ||
	    !read_number(s, &x))
		return false;
	number->decimals = x.exponent ? CELL_VALUE_EXPONENT : x.decimals;
	if (x.exponent || x.decimals > EXACT_DIGITS)
		return survives(s, &x, number);
	/* Both are exact, so that the quotient is the nearest double. */
	number->v = (double)x.digits / power[x.decimals];
	if (!is_dense(&x, number->v, power[x.decimals]))
		return survives(s, &x, number);
	if (x.negative)
		number->v = -number->v;
	store(s, &x, number);
	return true;
}

/* Can XML 1.0 hold the character? (Its production 2.) */
static bool
is_xml(uint32_t c)
{
	if (c < 0x20)
		return c == '\t' || c == '\n' || c == '\r';
	return c != 0xFFFE && c != 0xFFFF;
}

/* The ASCII at the start of s that stays as it is. */
static size_t
plain(struct span s)
{
	size_t n = 0;

	for (; n < s.n && s.p[n] != '_'; n++)
		if ((unsigned char)s.p[n] - 0x20u >= 0x60)
			break;
	return n;
}

/* Adds what the character at the start of s becomes; *n is its length. */
static void
add_character(struct buf *b, struct span s, size_t *n)
{
	uint32_t c = utf8_decode(s, n);

	if (*n == 0 || !is_xml(c)) {
		*n = *n ? *n : 1;
		buf_add(b, UTF8_REPLACEMENT, 3);
		return;
	}
	if (xstring_unit(s) >= 0)
		buf_add(b, "_x005F_", 7);
	else
		buf_add(b, s.p, *n);
}

/*
 * Is one of these bytes, which follow another, no ASCII that XML takes as it
 * is, or an x after an underscore? No branches, so that compilers make vectors
 * of it.
 */
static inline unsigned
is_odd(const char *p, size_t n)
{
	unsigned odd = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)p[i];

		odd |= (unsigned char)(c - ' ') > '~' - ' ';
		odd |= c == '&';
		odd |= c == '<';
		odd |= c == '>';
		odd |= (c == 'x') & (p[i - 1] == '_');
	}
	return odd;
}

bool
cell_value_is_plain(struct span s)
{
	enum { BLOCK = 16 };
	const char first[] = {' ', s.n ? s.p[0] : '.'};
	size_t i = 1;

	if (is_odd(first + 1, 1) || first[1] == ' ')
		return false;
	for (; i + BLOCK <= s.n; i += BLOCK)
		if (is_odd(s.p + i, BLOCK))
			return false;
	return s.n <= 1 || (s.p[s.n - 1] != ' ' && !is_odd(s.p + i, s.n - i));
}

void
cell_value_text(struct buf *b, struct span s)
{
	b->n = 0;
	while (s.n) {
		size_t n = plain(s);

		if (n)
			buf_add(b, s.p, n);
		else
			add_character(b, s, &n);
		s.p += n;
		s.n -= n;
	}
	buf_add(b, "", 1);
}

size_t
cell_value_units(struct span s)
{
	size_t units = 0;

	/* One for each first byte, two for those of four-byte characters. */
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		units += (c & 0xC0) != 0x80;
		units += c >= 0xF0;
	}
	return units;
}
