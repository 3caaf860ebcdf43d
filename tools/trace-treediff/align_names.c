#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/sequence/match.h"
#include "tools/trace-treediff/align_names.h"

/* One row of the table of distances after another; which are left by a step. */
static void
fill_table(const uint32_t *a, size_t n, const uint32_t *b, size_t m,
    uint32_t *row, unsigned char *deleted)
{
	for (size_t j = 0; j <= m; j++)
		row[j] = (uint32_t)j;
	for (size_t i = 1; i <= n; i++) {
		uint32_t diagonal = row[0];

		row[0] = (uint32_t)i;
		for (size_t j = 1; j <= m; j++) {
			uint32_t above = row[j], best = above + 1;

			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			if (diagonal + (a[i - 1] != b[j - 1]) < best)
				best = diagonal + (a[i - 1] != b[j - 1]);
			if (best == above + 1) {
				size_t bit = (i - 1) * m + j - 1;

				deleted[bit / 8] |=
				    (unsigned char)(1u << bit % 8);
			}
			diagonal = above;
			row[j] = best;
		}
	}
}

static void
trace_back(const uint32_t *a, size_t n, const uint32_t *b, size_t m,
    const unsigned char *deleted, uint32_t *to)
{
	size_t i = n, j = m;

	while (i && j) {
		size_t bit = (i - 1) * m + j - 1;

		if (a[i - 1] == b[j - 1])
			to[--i] = (uint32_t)--j;
		else if (deleted[bit / 8] >> bit % 8 & 1)
			i--;
		else
			j--;
	}
}

int
align_names_reference(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to)
{
	uint32_t *row;
	unsigned char *deleted;
	int rc = -1;

	for (size_t i = 0; i < n; i++)
		to[i] = MATCH_NONE;
	if (n && m > SIZE_MAX / 8 / n)
		return -1;
	row = xmalloc((m + 1) * sizeof *row);
	deleted = xcalloc(n * m / 8 + 1, 1);
	if (row && deleted) {
		fill_table(a, n, b, m, row, deleted);
		trace_back(a, n, b, m, deleted, to);
		rc = 0;
	}
	free(row);
	free(deleted);
	return rc;
}
