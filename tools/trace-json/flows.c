#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-json/flows.h"

void
flows_free(struct flows *f)
{
	free(f->flow);
	free(f->end);
}

void
flows_add(struct flows *f, const struct flow *flow)
{
	for (int side = 0; side < 2; side++) {
		struct flow_end end = {flow->row[side], f->n, side};

		ARRAY_PUSH(f->end, f->ends, &f->end_cap, end);
	}
	ARRAY_PUSH(f->flow, f->n, &f->cap, *flow);
}

static int
compare(const void *a, const void *b)
{
	const struct flow_end *x = a, *y = b;

	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	if (x->flow != y->flow)
		return x->flow < y->flow ? -1 : 1;
	return x->side - y->side;
}

void
flows_sort(struct flows *f)
{
	if (f->ends)
		qsort(f->end, f->ends, sizeof *f->end, compare);
}

/* The first end at that row or a later one. */
static size_t
lower_bound(const struct flows *f, int64_t row)
{
	size_t low = 0, high = f->ends;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (f->end[middle].row < row)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct flow_end *
flows_at(const struct flows *f, int64_t row, size_t *n)
{
	size_t first = lower_bound(f, row);

	*n = 0;
	while (first + *n < f->ends && f->end[first + *n].row == row)
		++*n;
	return *n ? &f->end[first] : NULL;
}

size_t
flows_unmet(const struct flows *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		n += !f->flow[i].met[0] || !f->flow[i].met[1];
	return n;
}

size_t
flows_reversed(const struct flows *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		n += f->flow[i].met[0] && f->flow[i].met[1] &&
		    f->flow[i].ts[1] < f->flow[i].ts[0];
	return n;
}
