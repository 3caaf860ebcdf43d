#include <stdlib.h>

#include "common/bytes/buf.h"
#include "tools/trace-cycles/reach.h"

/* The query, and where its answers go. */
struct query {
	const struct reach *reach;
	uint32_t from, to;
	size_t reps;
	const struct class_facts *facts;
	struct gathered *out;
};

int
reach_init(struct reach *r, const struct chains *chains)
{
	*r = (struct reach){chains, 1, NULL};
	while (r->leaves < chains->n)
		r->leaves *= 2;
	r->furthest = calloc(2 * r->leaves, sizeof *r->furthest);
	if (!r->furthest)
		return -1;
	for (size_t i = 0; i < chains->n; i++)
		r->furthest[r->leaves + i] = chains->chain[i].end;
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

/* The part of a chain that is within, if it is long enough. */
static int
take(struct query *q, size_t number)
{
	const struct chain *r = &q->reach->chains->chain[number];
	struct gathered *out = q->out;
	struct candidate c = {r->start > q->from ? r->start : q->from,
	    r->end < q->to ? r->end : q->to, (uint32_t)number,
	    q->facts[r->class].inside, q->facts[r->class].price};
	struct candidate *grown;

	if (q->facts[r->class].barred || c.end < c.start ||
	    c.end - c.start < q->reps * r->period)
		return 0;
	grown =
	    array_grow(out->candidate, &out->cap, out->n + 1, sizeof *grown);
	if (!grown)
		return -1;
	out->candidate = grown;
	out->candidate[out->n++] = c;
	return 0;
}

/* Those of the chains [first, first + width) below a node that reach `from`. */
static int
descend(struct query *q, size_t node, size_t first, size_t width)
{
	const struct reach *r = q->reach;

	if (first >= r->chains->n || r->chains->chain[first].start >= q->to ||
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
    const struct class_facts *facts, struct gathered *out)
{
	struct query q = {r, from, to, reps, facts, out};

	out->n = 0;
	return descend(&q, 1, 0, r->leaves);
}
