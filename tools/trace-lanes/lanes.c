#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-lanes/lanes.h"

/* Takes off what has ended, and says whether what is left allows an end. */
static bool
is_free(struct lane *l, int64_t start, int64_t end)
{
	while (l->n && l->end[l->n - 1] <= start)
		l->n--;
	return l->n == 0 || end <= l->end[l->n - 1];
}

size_t
track_find(struct track *t, int64_t start, int64_t end, size_t most)
{
	size_t i = 0;

	while (i < t->n && !is_free(&t->lane[i], start, end))
		i++;
	return i < most ? i : LANES_NONE;
}

int64_t
track_crossed(const struct track *t)
{
	return t->lane[0].end[t->lane[0].n - 1];
}

/* Makes the lane if it is the one behind the others. */
static int
make_lane(struct track *t, size_t lane)
{
	struct lane *grown;

	if (lane < t->n)
		return 0;
	grown = array_grow(t->lane, &t->cap, t->n + 1, sizeof *grown);
	if (!grown)
		return -1;
	t->lane = grown;
	t->lane[t->n++] = (struct lane){0};
	return 0;
}

int
track_add(struct track *t, size_t lane, int64_t end)
{
	struct lane *l;
	int64_t *grown;

	if (make_lane(t, lane))
		return -1;
	l = &t->lane[lane];
	grown = array_grow(l->end, &l->cap, l->n + 1, sizeof *grown);
	if (!grown)
		return -1;
	l->end = grown;
	l->end[l->n++] = end;
	return 0;
}

void
track_free(struct track *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->lane[i].end);
	free(t->lane);
	*t = (struct track){0};
}
