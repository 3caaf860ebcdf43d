#include <stdlib.h>

#include "common/bytes/memory.h"
#include "tools/trace-align/ring.h"

enum align_level
ring_level(const struct ring *a, size_t i, const struct ring *b, size_t j)
{
	int level = ALIGN_EXACT;

	while (level < ALIGN_LEVELS && a->id[level][i] != b->id[level][j])
		level++;
	return (enum align_level)level;
}

uint32_t *
ring_unroll(struct ring *to, const struct ring *from, size_t first, size_t n)
{
	uint32_t *numbers =
	    xcalloc(n + 1, (ALIGN_LEVELS + 1) * sizeof *numbers);
	uint32_t *work;

	work = numbers + ALIGN_LEVELS * n;
	*to = *from;
	to->n = n;
	for (size_t level = 0; level < ALIGN_LEVELS; level++) {
		uint32_t *id = numbers + level * n;

		for (size_t i = 0; i < n; i++)
			id[i] = from->id[level][(first + i) % from->n];
		to->id[level] = id;
	}
	for (size_t i = 0; from->work && i < n; i++)
		work[i] = from->work[(first + i) % from->n];
	to->work = from->work ? work : NULL;
	return numbers;
}
