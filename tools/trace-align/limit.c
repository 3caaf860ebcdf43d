#include "common/bytes/fixed.h"
#include "tools/trace-align/limit.h"

int
limit_parse(struct limit *l, struct span s)
{
	if (s.n > 1 && s.p[s.n - 1] == '%') {
		l->percent = true;
		s.n -= 1;
	} else if (s.n > 2 && memcmp(s.p + s.n - 2, "us", 2) == 0) {
		l->percent = false;
		s.n -= 2;
	} else {
		return -1;
	}
	/* Thousandths either way. */
	return fixed_parse_us(s, &l->amount);
}
