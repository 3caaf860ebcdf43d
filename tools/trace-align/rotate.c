#include <stdlib.h>

#include "tools/trace-align/comb.h"
#include "tools/trace-align/rotate.h"

/* total[r] becomes the score that rotation r of x could reach at most. */
static int
score_rotations(
    const struct align_cycle *x, const struct align_cycle *y, int64_t *total)
{
	static const int64_t weight[ALIGN_LEVELS] = {
	    GOTOH_EXACT - GOTOH_SIMILAR, GOTOH_SIMILAR - GOTOH_FAMILY,
	    GOTOH_FAMILY};

	for (size_t r = 0; r < x->n; r++)
		total[r] = 0;
	for (int level = 0; level < ALIGN_LEVELS; level++)
		if (comb_rotations(x->id[level], x->n, y->id[level], y->n,
			weight[level], total))
			return -1;
	return 0;
}

/* The best rotation of x against y; of equal ones the smallest. */
static int
find_rotation(
    const struct align_cycle *x, const struct align_cycle *y, size_t *rotation)
{
	int64_t *total = calloc(x->n + 1, sizeof *total);

	*rotation = 0;
	if (!total || score_rotations(x, y, total)) {
		free(total);
		return -1;
	}
	for (size_t r = 1; r < x->n; r++)
		if (total[r] > total[*rotation])
			*rotation = r;
	free(total);
	return 0;
}

/* Aligns y with x rotated to begin at `rotation`. */
static int
align_rotated(const struct align_cycle *x, const struct align_cycle *y,
    size_t rotation, struct place *places)
{
	struct align_cycle turned;
	uint32_t *numbers = align_unroll(&turned, x, rotation, x->n);
	struct place *found = calloc(x->n + 1, sizeof *found);
	int status = -1;

	if (numbers && found)
		status = gotoh(&turned, y, found);
	for (size_t i = 0; status == 0 && i < x->n; i++)
		places[(i + rotation) % x->n] = found[i];
	free(numbers);
	free(found);
	return status;
}

int
rotate_align(const struct align_cycle *x, const struct align_cycle *y,
    struct place *places, size_t *rotation)
{
	if (find_rotation(x, y, rotation))
		return -1;
	return align_rotated(x, y, *rotation, places);
}
