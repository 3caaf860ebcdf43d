#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/instances.h"

int
instances_add(struct instances *all, struct instance o)
{
	struct instance *grown =
	    array_grow(all->list, &all->cap, all->n + 1, sizeof o);

	if (!grown)
		return -1;
	all->list = grown;
	all->list[all->n++] = o;
	return 0;
}

static int
compare_start(const void *a, const void *b)
{
	const struct instance *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->cycle > y->cycle) - (x->cycle < y->cycle);
}

void
instances_sort(struct instances *all)
{
	size_t n = 0;

	qsort(all->list, all->n, sizeof *all->list, compare_start);
	for (size_t i = 0; i < all->n; i++) {
		struct instance o = all->list[i];

		while (o.mended && n > 0 && all->list[n - 1].end > o.start)
			n--;
		if (n == 0 || all->list[n - 1].end <= o.start)
			all->list[n++] = o;
	}
	all->n = n;
}
