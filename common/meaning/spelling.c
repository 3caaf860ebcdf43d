#include "common/meaning/spelling.h"

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static struct span
shortened(struct span s)
{
	return (struct span){s.p, least(s.n, SPELLING_MAX)};
}

size_t
spelling_distance(struct span a, struct span b)
{
	/* of the last but one, last, this i */
	size_t row[3][SPELLING_MAX + 1];

	a = shortened(a);
	b = shortened(b);
	for (size_t j = 0; j <= b.n; j++)
		row[0][j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		size_t *now = row[i % 3], *last = row[(i + 2) % 3];
		const size_t *before = row[(i + 1) % 3];

		now[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			now[j] = least(last[j], now[j - 1]) + 1;
			now[j] = least(
			    now[j], last[j - 1] + (a.p[i - 1] != b.p[j - 1]));
			if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] &&
			    a.p[i - 2] == b.p[j - 1])
				now[j] = least(now[j], before[j - 2] + 1);
		}
	}
	return row[a.n % 3][b.n];
}

bool
spelling_is(struct span a, struct span b)
{
	return 3 * spelling_distance(a, b) <= a.n;
}
