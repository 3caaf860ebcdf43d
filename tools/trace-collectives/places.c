#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-collectives/places.h"

void
places_shift(struct place *p, size_t n, int64_t shift)
{
	for (size_t i = 0; i < n; i++)
		p[i] = (struct place){(int64_t)i + shift, 0};
}

void
places_along(
    struct place *p, size_t n, const struct lag_segment *g, size_t segments)
{
	const struct lag_segment *last = g + segments - 1;

	places_shift(p, n, -g->lag);
	for (size_t i = 0; i < n; i++) {
		int64_t k = (int64_t)i;

		/* in or after the next segment? */
		while (g < last && k >= (int64_t)g[1].from + g[1].lag)
			g++;
		if (g == last || k < (int64_t)g->to + g->lag || i == 0)
			p[i] = (struct place){k - g->lag, 0};
		else
			p[i] = (struct place){p[i - 1].at, p[i - 1].behind + 1};
	}
}

void
places_number(struct place *p, size_t n)
{
	int64_t least = 0, most = 0, *before, sum = 0;

	for (size_t i = 0; i < n; i++) {
		least = p[i].at < least ? p[i].at : least;
		most = p[i].at > most ? p[i].at : most;
	}
	before = xcalloc((size_t)(most - least) + 2, sizeof *before);
	for (size_t i = 0; i < n; i++) {
		int64_t *b = &before[p[i].at - least + 1];

		*b = p[i].behind > *b ? p[i].behind : *b;
	}
	for (int64_t i = 0; i <= most - least; i++) {
		sum += before[i];
		before[i] = sum;
	}
	for (size_t i = 0; i < n; i++)
		p[i].at += before[p[i].at - least] + p[i].behind - least;
	free(before);
}
