#include <stdlib.h>
#include <string.h>

#include "tools/trace-align/comb.h"

/*
 * Strands are numbered from 0: those that enter from the left, from the last
 * row up, then those from the top. Two strands cross at most once: where two
 * meet, the smaller one came from the left and goes on to the right unless they
 * have crossed before or the cell is a match, where strands turn.
 */
static void
comb_row(uint32_t symbol, uint32_t from_left, const uint32_t *x, uint32_t *top,
    size_t n)
{
	for (size_t j = 0; j < n; j++) {
		uint32_t from_top = top[j];
		uint32_t low = from_left < from_top ? from_left : from_top;
		uint32_t high = from_left ^ from_top ^ low;
		int match = x[j] == symbol;

		top[j] = match ? from_left : high;
		from_left = match ? from_top : low;
	}
}

/*
 * Position e of the bottom is reached by the strand end[e]. A strand that
 * enters a window from the top and leaves it at the bottom is a symbol of the
 * window that the subsequence lacks.
 */
static void
add_lengths(const uint32_t *end, size_t m, size_t n, int64_t weight,
    int64_t *lack, int64_t *total)
{
	int64_t lacking = 0;

	memset(lack, 0, (m + 1) * sizeof *lack);
	for (size_t e = 0; e < 2 * m; e++) {
		size_t from = e < m ? 0 : e - m + 1, to;

		if (end[e] < n)
			continue; /* came from the left */
		to = end[e] - n + 1;
		if (to > m)
			to = m;
		if (from >= to)
			continue;
		lack[from]++; /* in the windows that start at from..to-1 */
		lack[to]--;
	}
	for (size_t r = 0; r < m; r++) {
		lacking += lack[r];
		total[r] += weight * ((int64_t)m - lacking);
	}
}

int
comb_rotations(const uint32_t *x, size_t m, const uint32_t *y, size_t n,
    int64_t weight, int64_t *total)
{
	uint32_t *twice = malloc((2 * m + 1) * sizeof *twice);
	uint32_t *strand = malloc((2 * m + 1) * sizeof *strand);
	int64_t *lack = malloc((m + 1) * sizeof *lack);
	int status = -1;

	if (!twice || !strand || !lack)
		goto out;
	for (size_t j = 0; j < 2 * m; j++) {
		twice[j] = x[j < m ? j : j - m];
		strand[j] = (uint32_t)(n + j);
	}
	for (size_t i = 0; i < n; i++)
		comb_row(y[i], (uint32_t)(n - 1 - i), twice, strand, 2 * m);
	add_lengths(strand, m, n, weight, lack, total);
	status = 0;
out:
	free(twice);
	free(strand);
	free(lack);
	return status;
}
