#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/seaweed.h"

/*
 * Strands are numbered from 0: those that enter from the left, from the last
 * row up, then those from the top. Two strands cross at most once: where two
 * meet, the smaller one came from the left and goes on to the right unless they
 * have crossed before or the cell is a match, where strands turn.
 *
 * The cells of a diagonal, from the lower left to the upper right, do not need
 * each other. So the columns are written from the last to the first, and a
 * diagonal is as many neighbours in all arrays, which compilers make into
 * vector instructions when their number is fixed: a third of the time that
 * going by rows takes.
 */
enum { TOGETHER = 16 };

static inline __attribute__((always_inline)) void
comb_diagonal(uint32_t *restrict left, const uint32_t *restrict y,
    uint32_t *restrict top, const uint32_t *restrict x, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		/* Signed: below 2^31, and SSE2 compares no others. */
		int32_t from_left = (int32_t)left[k];
		int32_t from_top = (int32_t)top[k];
		bool less = from_left < from_top, match = x[k] == y[k];
		int32_t low = less ? from_left : from_top;
		int32_t high = less ? from_top : from_left;

		top[k] = (uint32_t)(match ? from_left : high);
		left[k] = (uint32_t)(match ? from_top : low);
	}
}

static void
comb(uint32_t *left, const uint32_t *y, size_t n, uint32_t *top,
    const uint32_t *x, size_t columns)
{
	for (size_t d = 0; n > 0 && d < n + columns - 1; d++) {
		size_t row = d < columns ? 0 : d - columns + 1;
		size_t end = d < n ? d + 1 : n;
		size_t place = columns - 1 - d + row; /* of the column */

		for (; row + TOGETHER <= end; row += TOGETHER) {
			comb_diagonal(left + row, y + row, top + place,
			    x + place, TOGETHER);
			place += TOGETHER;
		}
		comb_diagonal(
		    left + row, y + row, top + place, x + place, end - row);
	}
}

/*
 * Column e of the bottom, the last first, is reached by a strand. One that
 * enters a window from the top and leaves it at the bottom is a symbol of the
 * window that the subsequence lacks.
 */
static void
add_lengths(
    const uint32_t *strand, size_t m, size_t n, int64_t weight, int64_t *total)
{
	int64_t *lack = xcalloc(m + 1, sizeof *lack), lacking = 0;

	for (size_t e = 0; e < 2 * m; e++) {
		size_t from = e < m ? 0 : e - m + 1, to;
		uint32_t end = strand[2 * m - 1 - e];

		if (end < n)
			continue; /* came from the left */
		to = end - n + 1;
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
	free(lack);
}

void
seaweed_rotations(const uint32_t *x, size_t m, const uint32_t *y, size_t n,
    int64_t weight, int64_t *total)
{
	uint32_t *twice = xcalloc(2 * m + 1, sizeof *twice);
	uint32_t *top = xcalloc(2 * m + 1, sizeof *top);
	uint32_t *left = xcalloc(n + 1, sizeof *left);

	for (size_t j = 0; j < 2 * m; j++) {
		twice[2 * m - 1 - j] = x[j < m ? j : j - m];
		top[2 * m - 1 - j] = (uint32_t)(n + j);
	}
	for (size_t i = 0; i < n; i++)
		left[i] = (uint32_t)(n - 1 - i);
	comb(left, y, n, top, twice, 2 * m);
	add_lengths(top, m, n, weight, total);
	free(twice);
	free(top);
	free(left);
}
