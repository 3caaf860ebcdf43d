#include <stdbool.h>

#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"

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

/*
 * Eight digits at once, the first in the lowest byte: neighbours are joined to
 * numbers of two digits, of four, of eight. D. Lemire, "Number Parsing at a
 * Gigabyte per Second", Software: Practice and Experience 51, 2021.
 */
static uint64_t
eight_digits(uint64_t w)
{
	w = (w & 0x0F0F0F0F0F0F0F0F) * (10 << 8 | 1) >> 8;
	w = (w & 0x00FF00FF00FF00FF) * (100 << 16 | 1) >> 16;
	return (w & 0x0000FFFF0000FFFF) * (UINT64_C(10000) << 32 | 1) >> 32;
}

/* Are all eight bytes digits, 0x30 to 0x39? */
static bool
are_digits(uint64_t w)
{
	const uint64_t ones = 0x0101010101010101;

	return (w & ones * 0xF0) == ones * 0x30 &&
	    ((w + ones * 6) & ones * 0xF0) == ones * 0x30;
}

/* Takes digits at the start of a text, and appends them to the number *v. */
static inline const char *
take_digits(const char *p, const char *end, uint64_t *v)
{
	uint64_t n = *v;

	for (; end - p >= 8 && are_digits(span_word(p)); p += 8)
		n = n * 100000000 + eight_digits(span_word(p));
	for (; p < end && ascii_is_digit(*p); p++)
		n = n * 10 + (uint64_t)(*p - '0');
	*v = n;
	return p;
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

/* Whatever its sign, and as far as the range reaches. */
static int
parse_any_int(struct span s, int64_t *out)
{
	bool negative = take_sign(&s);
	int64_t v = 0;

	if (!s.n)
		return -1;
	for (size_t i = 0; i < s.n; i++)
		if (!ascii_is_digit(s.p[i]) || push_digit(&v, s.p[i], negative))
			return -1;
	*out = v;
	return 0;
}

/* The usual case has no sign, and no test a digit: 18 of them always fit. */
int
fixed_parse_int(struct span s, int64_t *out)
{
	uint64_t v = 0;

	if (s.n == 0 || s.n > 18 || take_digits(s.p, s.p + s.n, &v) < s.p + s.n)
		return parse_any_int(s, out);
	*out = (int64_t)v;
	return 0;
}

int
fixed_parse_natural(struct span s, int64_t *out)
{
	return s.n && ascii_is_digit(*s.p) && (*s.p != '0' || s.n == 1)
	    ? fixed_parse_int(s, out)
	    : -1;
}

/*
 * Cuts the exponent off a number's text. Returns 0, or -1 when there is an `e`
 * without a number of at most four digits after it.
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

/* A number of three digits; above 999 when they are none. */
static inline uint64_t
three_digits(const char *p)
{
	unsigned a = (unsigned char)(p[0] - '0');
	unsigned b = (unsigned char)(p[1] - '0');
	unsigned c = (unsigned char)(p[2] - '0');

	return a > 9 || b > 9 || c > 9 ? 1000 : a * 100 + b * 10 + c;
}

enum { DIGITS = 15 }; /* with three decimals they always fit */

#define ZEROS UINT64_C(0x3030303030303030)

/* Eight bytes of which the first n, from 1 to 8, count: behind as many zeros.
 */
static inline uint64_t
first_digits(const char *p, size_t n)
{
	return n < 8 ? span_word(p) << 8 * (8 - n) | ZEROS >> 8 * n
		     : span_word(p);
}

/* A number of n digits, at most 15, in a text of at least eight bytes. */
static inline bool
parse_digits(const char *p, size_t n, uint64_t *v)
{
	size_t head = n > 8 ? n - 8 : n;
	uint64_t first = first_digits(p, head);
	uint64_t last = n > 8 ? span_word(p + head) : ZEROS;

	*v = eight_digits(first);
	if (n > 8)
		*v = *v * 100000000 + eight_digits(last);
	return are_digits(first) && are_digits(last);
}

bool
fixed_parse_usual(struct span s, int64_t *out)
{
	uint64_t whole = 0, rest;
	const char *point;

	if (s.n < 5 || s.n > DIGITS + 4)
		return false;
	point = s.p + s.n - 4;
	if (*point != '.' || (*s.p == '0' && s.n > 5))
		return false;
	if (s.n >= 8 ? !parse_digits(s.p, s.n - 4, &whole)
		     : take_digits(s.p, point, &whole) < point)
		return false;
	rest = three_digits(point + 1);
	if (rest > 999)
		return false;
	*out = (int64_t)(whole * 1000 + rest);
	return true;
}

/*
 * At most three digits after a point, or no point. Times since 1970 have one
 * digit more than always fits, and so are compared.
 */
static bool
parse_short(struct span s, int64_t *out)
{
	static const uint64_t scale[] = {1000, 100, 10, 1};
	const char *end = s.p + s.n, *point, *p;
	uint64_t v = 0;

	point = p = take_digits(s.p, end, &v);
	if (p == s.p || p - s.p > DIGITS + 1)
		return false;
	if (p < end && *p == '.')
		p = take_digits(++point, end, &v);
	if (p < end || p - point > 3)
		return false;
	v *= scale[p - point];
	*out = (int64_t)v;
	return v <= INT64_MAX;
}

/* The digits before the point, moved by the exponent, and the decimals are
 * whole units; the digit after them rounds. */
int
fixed_parse_decimals(struct span s, int decimals, int64_t *out)
{
	bool negative = take_sign(&s), up = false;
	int64_t v = 0, exponent, keep, seen = 0;
	const char *point;

	if (take_exponent(&s, &exponent))
		return -1;
	point = s.n ? memchr(s.p, '.', s.n) : NULL;
	keep = (point ? point - s.p : (int64_t)s.n) + exponent + decimals;
	for (const char *p = s.p; p < s.p + s.n; p++) {
		if (p == point)
			continue;
		if (!ascii_is_digit(*p))
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

int
fixed_parse_us(struct span s, int64_t *out)
{
	if (fixed_parse_usual(s, out) || parse_short(s, out))
		return 0;
	return fixed_parse_decimals(s, 3, out);
}

/*
 * The digits of a number below 10^8 as eight bytes from 0 to 9, the first in
 * the lowest byte: eight_digits the other way round. Divisions by
 * 100 and by 10 are multiplications, exact for numbers that small (P. Khuong,
 * "How to print integers really fast", pvk.ca, 2017).
 */
static inline uint64_t
split_digits(uint32_t v)
{
	uint64_t w = v / 10000 | (uint64_t)(v % 10000) << 32, t;

	t = (w * 10486 >> 20) & 0x0000007F0000007F;
	w = t | (w - t * 100) << 16;
	t = (w * 103 >> 10) & 0x000F000F000F000F;
	return t | (w - t * 10) << 8;
}

/* The other way round than span_word: compilers make one store of it. */
static inline void
put_word(char *p, uint64_t w)
{
	p[0] = (char)w;
	p[1] = (char)(w >> 8);
	p[2] = (char)(w >> 16);
	p[3] = (char)(w >> 24);
	p[4] = (char)(w >> 32);
	p[5] = (char)(w >> 40);
	p[6] = (char)(w >> 48);
	p[7] = (char)(w >> 56);
}

char *
fixed_digits(char *out, uint64_t u)
{
	uint64_t digits = split_digits((uint32_t)(u % 100000000));
	int skip = 0;

	if (u >= 100000000)
		out = fixed_digits(out, u / 100000000);
	else
		skip = u ? __builtin_ctzll(digits) / 8 : 7;
	put_word(out, (digits | ZEROS) >> 8 * skip);
	return out + 8 - skip;
}

char *
fixed_decimals(char *out, uint64_t u, uint64_t one)
{
	char *point = fixed_digits(out, u / one), *end;

	/* a 1 before the decimals keeps their zeros */
	end = fixed_digits(point, one + u % one);
	*point = '.';
	return end;
}

/* Writes the sign of a number, and returns its size. */
static uint64_t
take_size(char **out, int64_t v)
{
	if (v >= 0)
		return (uint64_t)v;
	*(*out)++ = '-';
	return -(uint64_t)v;
}

size_t
fixed_print_int(char *out, int64_t v)
{
	char *p = out;
	uint64_t u = take_size(&p, v);

	return (size_t)(fixed_digits(p, u) - out);
}

size_t
fixed_print_us(char *out, int64_t ns)
{
	char *p = out;
	uint64_t u = take_size(&p, ns);
	uint64_t digits = split_digits((uint32_t)(u % 100000000));
	int skip = 0; /* of the last eight digits, three of them decimals */

	if (u >= 100000000)
		p = fixed_digits(p, u / 100000000);
	else
		skip = __builtin_ctzll(digits | UINT64_C(1) << 32) / 8;
	digits |= ZEROS;
	put_word(p, digits >> 8 * skip);
	p += 5 - skip;
	*p++ = '.';
	put_word(p, digits >> 40);
	return (size_t)(p + 3 - out);
}

void
buf_add_us(struct buf *b, int64_t ns)
{
	buf_reserve(b, FIXED_MAX);
	b->n += fixed_print_us(b->p + b->n, ns);
}

void
buf_add_int(struct buf *b, int64_t v)
{
	buf_reserve(b, FIXED_MAX);
	b->n += fixed_print_int(b->p + b->n, v);
}

int
fixed_compare_ids(struct span a, struct span b)
{
	int64_t x = 0, y = 0;
	bool a_text = fixed_parse_int(a, &x), b_text = fixed_parse_int(b, &y);

	if (a_text != b_text)
		return a_text ? 1 : -1;
	if (x != y)
		return x < y ? -1 : 1;
	return span_compare(a, b);
}
