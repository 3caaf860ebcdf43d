#include <stdbool.h>
#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/trace/lanes.h"

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
track_crossed(const struct track *t, int64_t end)
{
	const struct lane *l = &t->lane[0];
	size_t i = l->n - 1;

	while (i > 0 && l->end[i - 1] < end)
		i--;
	return l->end[i];
}

void
track_add(struct track *t, size_t lane, int64_t end)
{
	struct lane *l;
	size_t i;

	if (lane == t->n)
		ARRAY_PUSH(t->lane, t->n, &t->cap, (struct lane){0});
	l = &t->lane[lane];
	ARRAY_PUSH(l->end, l->n, &l->cap, end);
	for (i = l->n - 1; i > 0 && l->end[i - 1] < end; i--)
		l->end[i] = l->end[i - 1];
	l->end[i] = end;
}

void
track_free(struct track *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->lane[i].end);
	free(t->lane);
	*t = (struct track){0};
}
