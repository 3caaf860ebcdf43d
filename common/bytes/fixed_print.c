/*
 * The half of fixed.h that writes numbers.
 */
#include "common/bytes/fixed.h"

/*
 * The digits of a number below 10^8 as eight bytes from 0 to 9, the first in
 * the lowest byte: eight_digits of fixed.c the other way round. Divisions by
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
	const uint64_t zeros = 0x3030303030303030;
	uint64_t digits = split_digits((uint32_t)(u % 100000000));
	int skip = 0;

	if (u >= 100000000)
		out = fixed_digits(out, u / 100000000);
	else
		skip = u ? __builtin_ctzll(digits) / 8 : 7;
	put_word(out, (digits | zeros) >> 8 * skip);
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

	return (size_t)(fixed_decimals(p, u, 1000) - out);
}
