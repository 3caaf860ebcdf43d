#include <stdbool.h>

#include "common/fixed.h"

int
fixed_add(int64_t *sum, int64_t x)
{
	int64_t more;

	if (__builtin_add_overflow(*sum, x, &more))
		return -1;
	*sum = more;
	return 0;
}

int64_t
fixed_divide(int64_t a, int64_t b)
{
	int64_t q = a / b, r = a % b;

	if (r > 0 && r >= b - r)
		q++;
	if (r < 0 && -r >= b + r)
		q--;
	return q;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
take_sign(struct span *s)
{
	bool negative = s->n && s->p[0] == '-';

	if (s->n && (s->p[0] == '-' || s->p[0] == '+')) {
		s->p++;
		s->n--;
	}
	return negative;
}

/* Negative numbers are built downwards: the range reaches one further there. */
static int
push_digit(int64_t *v, char c, bool negative)
{
	int d = c - '0';

	if (__builtin_mul_overflow(*v, 10, v))
		return -1;
	return __builtin_add_overflow(*v, negative ? -d : d, v) ? -1 : 0;
}

int
fixed_parse_int(struct span s, int64_t *out)
{
	bool negative = take_sign(&s);
	int64_t v = 0;

	if (!s.n)
		return -1;
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]) || push_digit(&v, s.p[i], negative))
			return -1;
	*out = v;
	return 0;
}

/*
 * Cuts the exponent off a number's text. Returns 0, or -1 when there is an `e`
 * without a number of at most four digits behind it.
 */
static int
take_exponent(struct span *s, int64_t *exponent)
{
	*exponent = 0;
	for (size_t i = 0; i < s->n; i++) {
		struct span e = {s->p + i + 1, s->n - i - 1};

		if ((s->p[i] | 0x20) != 'e')
			continue;
		s->n = i;
		return e.n > 5 ? -1 : fixed_parse_int(e, exponent);
	}
	return 0;
}

/*
 * The usual case, without a test a digit: at most 15 digits, and three behind a
 * point. False when the text is anything else.
 */
static bool
parse_usual(struct span s, int64_t *out)
{
	int64_t v = 0;
	size_t i = 0, places = 3;

	for (; i < s.n && i < 15 && is_digit(s.p[i]); i++)
		v = v * 10 + (s.p[i] - '0');
	if (i == 0)
		return false;
	if (i < s.n && s.p[i] == '.')
		for (i++; i < s.n && places && is_digit(s.p[i]); i++, places--)
			v = v * 10 + (s.p[i] - '0');
	for (; places; places--)
		v *= 10;
	*out = v;
	return i == s.n;
}

/*
 * The digits before the point, moved by the exponent, and three more are whole
 * nanoseconds; the digit behind them rounds.
 */
int
fixed_parse_us(struct span s, int64_t *out)
{
	bool negative = take_sign(&s), up = false;
	int64_t v = 0, exponent, keep, seen = 0;
	const char *point;

	if (!negative && parse_usual(s, out))
		return 0;
	if (take_exponent(&s, &exponent))
		return -1;
	point = s.n ? memchr(s.p, '.', s.n) : NULL;
	keep = (point ? point - s.p : (int64_t)s.n) + exponent + 3;
	for (const char *p = s.p; p < s.p + s.n; p++) {
		if (p == point)
			continue;
		if (!is_digit(*p))
			return -1;
		if (seen < keep && push_digit(&v, *p, negative))
			return -1;
		if (seen == keep)
			up = *p >= '5';
		seen++;
	}
	if (!seen)
		return -1;
	for (; seen < keep && v; seen++)
		if (push_digit(&v, '0', negative))
			return -1;
	if (up && fixed_add(&v, negative ? -1 : 1))
		return -1;
	*out = v;
	return 0;
}

static const char two_digits[] = "00010203040506070809"
				 "10111213141516171819"
				 "20212223242526272829"
				 "30313233343536373839"
				 "40414243444546474849"
				 "50515253545556575859"
				 "60616263646566676869"
				 "70717273747576777879"
				 "80818283848586878889"
				 "90919293949596979899";

size_t
fixed_print_int(char *out, int64_t v)
{
	char digits[FIXED_MAX], *end = digits + FIXED_MAX, *p = end;
	uint64_t u = v < 0 ? -(uint64_t)v : (uint64_t)v;

	for (; u >= 100; u /= 100) {
		p -= 2;
		memcpy(p, two_digits + u % 100 * 2, 2);
	}
	do
		*--p = (char)('0' + u % 10);
	while (u /= 10);
	if (v < 0)
		*--p = '-';
	memcpy(out, p, (size_t)(end - p));
	return (size_t)(end - p);
}

size_t
fixed_print_us(char *out, int64_t ns)
{
	uint64_t u = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
	size_t n = 0;

	if (ns < 0)
		out[n++] = '-';
	n += fixed_print_int(out + n, (int64_t)(u / 1000));
	out[n] = '.';
	out[n + 1] = (char)('0' + u / 100 % 10);
	out[n + 2] = (char)('0' + u / 10 % 10);
	out[n + 3] = (char)('0' + u % 10);
	return n + 4;
}
