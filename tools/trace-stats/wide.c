#include "tools/trace-stats/wide.h"

size_t
wide_print(char out[WIDE_MAX], wide v)
{
	char digits[WIDE_MAX];
	size_t n = 0;

	do
		digits[n++] = (char)('0' + (int)(v % 10));
	while (v /= 10);
	for (size_t i = 0; i < n; i++)
		out[i] = digits[n - 1 - i];
	return n;
}

int
wide_parse(struct span s, wide *v)
{
	*v = 0;
	for (size_t i = 0; i < s.n; i++) {
		unsigned digit = (unsigned char)s.p[i] - '0';

		if (digit > 9 || __builtin_mul_overflow(*v, 10u, v) ||
		    __builtin_add_overflow(*v, digit, v))
			return -1;
	}
	return s.n ? 0 : -1;
}
