#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/rotate.h"
#include "tools/trace-align/seaweed.h"

/* Of a pair, on each of the levels on which it is one. */
static const int64_t weight[ALIGN_LEVELS] = {SCORE_EXACT - SCORE_NORMALISED,
    SCORE_NORMALISED - SCORE_FAMILY, SCORE_FAMILY};

/* total[r] becomes the score that rotation r of x could reach at most. */
static void
score_rotations(const struct ring *x, const struct ring *y, int64_t *total)
{
	for (size_t r = 0; r < x->n; r++)
		total[r] = 0;
	for (int level = 0; level < ALIGN_LEVELS; level++)
		seaweed_rotations(x->id[level], x->n, y->id[level], y->n,
		    weight[level], total);
}

/* The best rotation of x against y; of equal ones the smallest. */
static void
find_rotation(const struct ring *x, const struct ring *y, size_t *rotation)
{
	int64_t *total = xcalloc(x->n + 1, sizeof *total);

	*rotation = 0;
	score_rotations(x, y, total);
	for (size_t r = 1; r < x->n; r++)
		if (total[r] > total[*rotation])
			*rotation = r;
	free(total);
}

/* Aligns y with x rotated to begin at `rotation`. */
static int
align_rotated(const struct ring *x, const struct ring *y, size_t rotation,
    struct place *places)
{
	struct ring rotated;
	uint32_t *numbers = ring_unroll(&rotated, x, rotation, x->n);
	struct place *found = xcalloc(x->n + 1, sizeof *found);
	int status = gotoh(&rotated, y, found, &gotoh_usual);

	for (size_t i = 0; status == 0 && i < x->n; i++)
		places[(i + rotation) % x->n] = found[i];
	free(numbers);
	free(found);
	return status;
}

/* --- no rotation at all --- */

/* What the pairs score, runs and fusions aside. */
static int64_t
score_pairs(
    const struct ring *x, const struct ring *y, const struct place *places)
{
	int64_t sum = 0;

	for (size_t i = 0; i < x->n; i++)
		if (places[i].how == PAIRED)
			sum +=
			    score_of_pair[ring_level(x, i, y, places[i].first)];
	return sum;
}

/* How many pairs there are if order does not matter. */
static int64_t
count_common(const struct ring *x, const struct ring *y, enum align_level level)
{
	const uint32_t *a = x->id[level], *b = y->id[level];
	int64_t common = 0;
	uint32_t last = 0;
	size_t *left;

	for (size_t i = 0; i < x->n; i++)
		last = a[i] > last ? a[i] : last;
	left = xcalloc((size_t)last + 1, sizeof *left);
	for (size_t i = 0; i < x->n; i++)
		left[a[i]]++;
	for (size_t j = 0; j < y->n; j++)
		if (b[j] <= last && left[b[j]] > 0) {
			left[b[j]]--;
			common++;
		}
	free(left);
	return common;
}

/* No rotation scores more than all names that there are on both sides. */
static bool
is_best(const struct ring *x, const struct ring *y, const struct place *places)
{
	int64_t sum = score_pairs(x, y, places);

	for (int level = 0; level < ALIGN_LEVELS; level++)
		sum -=
		    weight[level] * count_common(x, y, (enum align_level)level);
	return sum == 0;
}

/*
 * Aligns x as it stands, which is not to take long. Returns 1 if no rotation
 * can be better, 0 if one may be.
 */
static int
align_unrotated(
    const struct ring *x, const struct ring *y, struct place *places)
{
	struct gotoh_effort little = gotoh_usual;
	uint64_t table = (uint64_t)x->n * y->n;
	int status;

	if (table / 32 < little.cells)
		little.cells = table / 32;
	status = gotoh(x, y, places, &little);
	if (status == ALIGN_TOO_LONG)
		return 0;
	return status ? status : is_best(x, y, places);
}

int
rotate_align(const struct ring *x, const struct ring *y, struct place *places,
    size_t *rotation)
{
	int status = align_unrotated(x, y, places);

	*rotation = 0;
	if (status)
		return status > 0 ? 0 : status;
	if ((uint64_t)x->n * y->n > ROTATE_CELLS)
		return ALIGN_TOO_LONG;
	find_rotation(x, y, rotation);
	return align_rotated(x, y, *rotation, places);
}
