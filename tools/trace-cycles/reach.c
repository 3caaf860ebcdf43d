#include <stdlib.h>

#include "common/buf.h"
#include "tools/trace-cycles/reach.h"

/* The query, and where its answers go. */
struct query {
	const struct reach *reach;
	uint32_t from, to;
	size_t reps;
	const uint32_t *inside;
	struct gathered *out;
};

int
reach_init(struct reach *r, const struct run *run, size_t n)
{
	*r = (struct reach){run, n, 1, NULL};
	while (r->leaves < n)
		r->leaves *= 2;
	r->furthest = calloc(2 * r->leaves, sizeof *r->furthest);
	if (!r->furthest)
		return -1;
	for (size_t i = 0; i < n; i++)
		r->furthest[r->leaves + i] = run[i].end;
	for (size_t i = r->leaves; i-- > 1;) {
		uint32_t a = r->furthest[2 * i], b = r->furthest[2 * i + 1];

		r->furthest[i] = a > b ? a : b;
	}
	return 0;
}

void
reach_free(struct reach *r)
{
	free(r->furthest);
	*r = (struct reach){0};
}

/* The part of a run that is within, if it is long enough. */
static int
take(struct query *q, size_t number)
{
	const struct run *r = &q->reach->run[number];
	struct gathered *out = q->out;
	struct candidate c = {r->start > q->from ? r->start : q->from,
	    r->end < q->to ? r->end : q->to, r->period, q->inside[number],
	    (uint32_t)number};
	struct candidate *grown;

	if (c.end < c.start || c.end - c.start < q->reps * c.period)
		return 0;
	grown =
	    array_grow(out->candidate, &out->cap, out->n + 1, sizeof *grown);
	if (!grown)
		return -1;
	out->candidate = grown;
	out->candidate[out->n++] = c;
	return 0;
}

/* Those of the runs [first, first + width) below a node that reach `from`. */
static int
descend(struct query *q, size_t node, size_t first, size_t width)
{
	const struct reach *r = q->reach;

	if (first >= r->n || r->run[first].start >= q->to ||
	    r->furthest[node] <= q->from)
		return 0;
	if (width == 1)
		return take(q, first);
	return descend(q, 2 * node, first, width / 2) ||
		descend(q, 2 * node + 1, first + width / 2, width / 2)
	    ? -1
	    : 0;
}

int
reach_gather(const struct reach *r, uint32_t from, uint32_t to, size_t reps,
    const uint32_t *inside, struct gathered *out)
{
	struct query q = {r, from, to, reps, inside, out};

	out->n = 0;
	return descend(&q, 1, 0, r->leaves);
}
