#include "common/bytes/number.h"

static size_t
skip_digits(struct span s, size_t i)
{
	while (i < s.n && s.p[i] >= '0' && s.p[i] <= '9')
		i++;
	return i;
}

bool
number_is(struct span s)
{
	size_t start = s.n && s.p[0] == '-';
	size_t end = skip_digits(s, start);

	if (end == start || (s.p[start] == '0' && end > start + 1))
		return false;
	if (end < s.n && s.p[end] == '.') {
		start = end + 1;
		end = skip_digits(s, start);
		if (end == start)
			return false;
	}
	if (end < s.n && (s.p[end] | 0x20) == 'e') {
		start = end + 1;
		if (start < s.n && (s.p[start] == '+' || s.p[start] == '-'))
			start++;
		end = skip_digits(s, start);
		if (end == start)
			return false;
	}
	return end == s.n;
}
