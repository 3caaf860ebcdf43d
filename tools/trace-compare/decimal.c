#include "tools/trace-compare/decimal.h"
#include "common/bytes/ascii.h"
#include "common/bytes/fixed.h"

enum { MOST_EXPONENT = 10000 /* beyond any number that fits */ };

/* The digits of a number as text, and where its decimal point stands. */
struct digits {
	decimal units; /* of 10^-taken decimals */
	int taken;
	int places; /* decimals as written */
	bool any, overflow;
	char next; /* the first digit that was not taken */
};

static void
take_digit(struct digits *d, char c, bool fraction)
{
	d->any = true;
	d->places += fraction;
	if (d->next)
		return;
	if (d->units >= DECIMAL_LIMIT / 10) {
		d->overflow |= !fraction;
		d->next = c;
		return;
	}
	d->units = d->units * 10 + (c - '0');
	d->taken += fraction;
}

static size_t
take_mantissa(struct digits *d, struct span s)
{
	bool fraction = false;
	size_t i = 0;

	for (; i < s.n; i++) {
		if (ascii_is_digit(s.p[i]))
			take_digit(d, s.p[i], fraction);
		else if (s.p[i] == '.' && !fraction)
			fraction = true;
		else
			break;
	}
	return i;
}

static int
parse_exponent(struct span s, int *exponent)
{
	int64_t e = 0;

	*exponent = 0;
	if (s.n == 0)
		return 0;
	if (s.p[0] != 'e' && s.p[0] != 'E')
		return -1;
	s = span_cut(s, 1, s.n);
	if (s.n && s.p[0] == '+')
		s = span_cut(s, 1, s.n);
	if (fixed_parse_int(s, &e) || e > MOST_EXPONENT || e < -MOST_EXPONENT)
		return -1;
	*exponent = (int)e;
	return 0;
}

/* Units of 10^-have as units of 10^-DECIMAL_PLACES. */
static int
rescale(decimal *v, int have, char next)
{
	bool half = next >= '5';

	for (; have > DECIMAL_PLACES && *v; have--) {
		half = *v % 10 >= 5;
		*v /= 10;
	}
	if (have > DECIMAL_PLACES)
		half = false;
	for (; have < DECIMAL_PLACES && *v; have++) {
		if (*v > DECIMAL_LIMIT / 10)
			return -1;
		*v *= 10;
		half = false;
	}
	*v += half;
	return *v > DECIMAL_LIMIT ? -1 : 0;
}

int
decimal_parse(struct span s, decimal *v, int *places)
{
	struct digits d = {0};
	bool negative = s.n && s.p[0] == '-';
	size_t used;
	int exponent;

	if (s.n && (s.p[0] == '-' || s.p[0] == '+'))
		s = span_cut(s, 1, s.n);
	used = take_mantissa(&d, s);
	if (!d.any || d.overflow ||
	    parse_exponent(span_cut(s, used, s.n), &exponent) ||
	    rescale(&d.units, d.taken - exponent, d.next))
		return -1;
	*v = negative ? -d.units : d.units;
	*places = d.places - exponent;
	if (*places < 0)
		*places = 0;
	if (*places > DECIMAL_PLACES)
		*places = DECIMAL_PLACES;
	return 0;
}

int
decimal_add(decimal *sum, decimal v)
{
	decimal more = *sum + v;

	if (decimal_abs(more) > DECIMAL_LIMIT * 100)
		return -1;
	*sum = more;
	return 0;
}

/* Long division, digit by digit: a hundred limits times 10 fit the type. */
int
decimal_divide(decimal a, decimal b, int places, decimal *out)
{
	bool negative = (a < 0) != (b < 0);
	decimal rest, q;

	if (b == 0)
		return -1;
	a = decimal_abs(a);
	b = decimal_abs(b);
	q = a / b;
	rest = a % b;
	for (int i = 0; i < DECIMAL_PLACES; i++) {
		decimal digit = i < places ? rest * 10 / b : 0;

		if (i < places)
			rest = rest * 10 % b;
		else if (i == places)
			q += rest >= b - rest;
		if (q > DECIMAL_LIMIT)
			return -1;
		q = q * 10 + digit;
	}
	if (places == DECIMAL_PLACES)
		q += rest >= b - rest;
	*out = negative ? -q : q;
	return 0;
}

size_t
decimal_print(char *out, decimal v, int places, bool trim)
{
	char digits[DECIMAL_MAX];
	size_t n = 0, at = 0;
	int i = 0;

	if (v < 0)
		out[at++] = '-';
	v = decimal_abs(v);
	for (int k = places; k < DECIMAL_PLACES; k++)
		v /= 10;
	for (; trim && places && v % 10 == 0; places--)
		v /= 10;
	do {
		if (i == places && places)
			digits[n++] = '.';
		digits[n++] = (char)('0' + (int)(v % 10));
		v /= 10;
	} while (++i <= places || v);
	while (n)
		out[at++] = digits[--n];
	return at;
}

double
decimal_real(decimal v)
{
	return (double)v / 1e15;
}
