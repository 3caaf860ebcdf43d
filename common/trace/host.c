#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/trace/host.h"

ORDER_BY(compare_hosts, struct host, UP(start),
    (y->kind == HOST_ANNOTATION) - (x->kind == HOST_ANNOTATION), DOWN(end),
    UP(kind), UP(external), UP(thread), UP(name), UP(details), UP(id))

void
host_sort(struct host *h, size_t n, const uint32_t *place, bool number)
{
	int64_t operators = 0;

	for (size_t i = 0; i < n; i++) {
		h[i].scope = place[h[i].scope];
		h[i].process = place[h[i].process];
		h[i].thread = place[h[i].thread];
		h[i].name = place[h[i].name];
		h[i].details = place[h[i].details];
	}
	if (n) /* h may be NULL otherwise */
		qsort(h, n, sizeof *h, compare_hosts);
	for (size_t i = 0; number && i < n; i++)
		if (h[i].kind == HOST_OPERATOR)
			h[i].id = operators++;
}

bool
host_copies_and_waits(struct span name)
{
	return span_is_among(name, "cudaMemcpy hipMemcpy hipMemcpyWithStream");
}

enum { HOST_SLACK = 1000 }; /* ns */

void
host_stacks_init(struct host_stacks *s, size_t n, size_t stacks)
{
	s->top = xnones(stacks);
	s->below = xmalloc((n + 1) * sizeof *s->below);
}

void
host_stacks_free(struct host_stacks *s)
{
	free(s->top);
	free(s->below);
}

uint32_t
host_stacks_top(
    struct host_stacks *s, const struct host *h, uint32_t number, int64_t now)
{
	uint32_t *top = &s->top[number];

	while (*top != HOST_NONE && h[*top].end <= now)
		*top = s->below[*top];
	return *top;
}

void
host_stacks_push(struct host_stacks *s, uint32_t number, uint32_t row)
{
	s->below[row] = s->top[number];
	s->top[number] = row;
}

uint32_t
host_stacks_enter(
    struct host_stacks *s, const struct host *h, uint32_t row, bool *crosses)
{
	uint32_t number = h[row].thread;
	uint32_t top = host_stacks_top(s, h, number, h[row].start);
	bool crossing = top != HOST_NONE && h[top].end < h[row].end &&
	    h[top].end - h[row].start >= HOST_SLACK;

	if (crosses)
		*crosses = crossing;
	if (crossing)
		return HOST_NONE;
	if (top != HOST_NONE && h[top].end < h[row].end) {
		s->top[number] = s->below[top];
		host_stacks_top(s, h, number, h[row].start);
	}
	host_stacks_push(s, number, row);
	return s->below[row];
}

/* All that bears one id. */
struct bearers {
	uint32_t call;
	uint32_t events; /* of the GPU: 0, 1, 2 for more */
	bool many;       /* calls, and none holds the others */
};

const char *
launch_reason(enum launch_reason reason)
{
	static const char *const word[] = {
	    [LAUNCH_CAPTURED] = "captured graph",
	    [LAUNCH_GRAPH] = "graph launch",
	    [LAUNCH_FLOW] = "flow",
	    [LAUNCH_CORRELATION] = "correlation",
	    [LAUNCH_UNKNOWN] = "no correlation",
	    [LAUNCH_ZERO] = "correlation 0",
	    [LAUNCH_SHARED] = "correlation shared",
	    [LAUNCH_ABSENT] = "no launch",
	};

	return word[reason];
}

static void
add_call(struct bearers *b, const struct host *h, uint32_t row)
{
	const struct host *first = &h[b->call];

	if (b->call == HOST_NONE)
		b->call = row;
	else if (h[row].thread != first->thread || h[row].end > first->end)
		b->many = true;
}

static struct launch
judge(const struct bearers *b, const struct host *h, unsigned known)
{
	unsigned both = LAUNCH_FLOW_START | LAUNCH_FLOW_END;

	if (known & LAUNCH_IS_ZERO)
		return (struct launch){HOST_NONE, LAUNCH_ZERO};
	if (b->call == HOST_NONE)
		return (struct launch){HOST_NONE, LAUNCH_ABSENT};
	if (b->many || (b->events > 1 && !h[b->call].graph))
		return (struct launch){HOST_NONE, LAUNCH_SHARED};
	if (h[b->call].graph)
		return (struct launch){b->call, LAUNCH_GRAPH};
	return (struct launch){
	    b->call, (known & both) == both ? LAUNCH_FLOW : LAUNCH_CORRELATION};
}

void
launch_find(const struct host *h, size_t n, const unsigned char *known,
    size_t ids, const uint32_t *correlation, size_t m, struct launch *launch)
{
	struct bearers *bearers = xcalloc(ids + 1, sizeof *bearers);

	for (size_t i = 0; i < ids; i++)
		bearers[i].call = HOST_NONE;
	for (size_t i = 0; i < n; i++)
		if (h[i].correlation != HOST_NONE)
			add_call(&bearers[h[i].correlation], h, (uint32_t)i);
	for (size_t i = 0; i < m; i++)
		if (correlation[i] != HOST_NONE &&
		    bearers[correlation[i]].events < 2)
			bearers[correlation[i]].events++;
	for (size_t i = 0; i < m; i++) {
		uint32_t id = correlation[i];

		launch[i] = id == HOST_NONE
		    ? (struct launch){HOST_NONE, LAUNCH_UNKNOWN}
		    : judge(&bearers[id], h, known[id]);
	}
	free(bearers);
}

void
launch_drop_correlations(struct launch *launch, size_t m)
{
	for (size_t i = 0; i < m; i++)
		if (launch[i].reason == LAUNCH_CORRELATION)
			launch[i].call = HOST_NONE;
}

static const char wrapper[] = "autograd::engine::evaluate_function: ";

struct numbered {
	const struct host *host;
	uint32_t row;
};

ORDER_BY(
    by_number, struct numbered, UP(host->scope), UP(host->sequence), UP(row))

static bool
same_number(const struct host *a, const struct host *b)
{
	return a->scope == b->scope && a->sequence == b->sequence;
}

/* The first wrapper of a group of one number, and what it belongs to. */
static void
link_group(uint32_t *forward, const struct numbered *group, size_t n,
    const struct span *text)
{
	const struct numbered *back = NULL, *last = NULL;

	for (size_t i = 0; i < n && !back; i++)
		if (span_starts(text[group[i].host->name], wrapper))
			back = &group[i];
	if (!back)
		return;
	for (size_t i = 0; i < n; i++)
		if (group[i].host->thread != back->host->thread &&
		    (!last || group[i].host->start > last->host->start))
			last = &group[i];
	if (last)
		forward[back->row] = last->row;
}

void
backward_find(
    uint32_t *forward, const struct host *h, size_t n, const struct span *text)
{
	struct numbered *list = xmalloc((n + 1) * sizeof *list);
	size_t m = 0;

	for (size_t i = 0; i < n; i++) {
		forward[i] = HOST_NONE;
		if (h[i].kind == HOST_OPERATOR && h[i].sequence >= 0)
			list[m++] = (struct numbered){&h[i], (uint32_t)i};
	}
	qsort(list, m, sizeof *list, by_number);
	for (size_t i = 0, end; i < m; i = end) {
		for (end = i + 1;
		     end < m && same_number(list[end].host, list[i].host);
		     end++)
			continue;
		link_group(forward, &list[i], end - i, text);
	}
	free(list);
}
