#include <stdlib.h>

#include "common/bytes/buf.h"
#include "common/bytes/order.h"
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

ORDER_BY(compare, struct flow_end, UP(row), UP(flow), UP(side))

void
flows_sort(struct flows *f)
{
	ARRAY_SORT(f->end, f->ends, compare);
}

struct flow_end *
flows_at(const struct flows *f, int64_t row, size_t *n)
{
	size_t first = 0, high = f->ends;

	BISECT(first, high, i, f->end[i].row < row);
	*n = 0;
	while (first + *n < f->ends && f->end[first + *n].row == row)
		++*n;
	return *n ? &f->end[first] : NULL;
}

size_t
flows_unmet(const struct flows *f, size_t *reversed)
{
	size_t unmet = 0;

	*reversed = 0;
	for (size_t i = 0; i < f->n; i++) {
		const struct flow *flow = &f->flow[i];

		if (flow->met[0] && flow->met[1])
			*reversed += flow->ts[1] < flow->ts[0];
		else
			unmet++;
	}
	return unmet;
}
