#include <stdlib.h>

#include "tools/trace-cycles/usual.h"

static int
compare(const void *a, const void *b)
{
	const struct length *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return (x->kernels > y->kernels) - (x->kernels < y->kernels);
}

void
usual_lengths(struct length *all, size_t n, uint32_t *usual)
{
	if (n)
		qsort(all, n, sizeof *all, compare);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i; end < n && all[end].group == all[i].group;)
			end++;
		usual[all[i].group] = all[i + (end - i) / 2].kernels;
	}
}
