#include <stdlib.h>

#include "common/bytes/memory.h"
#include "common/bytes/order.h"
#include "common/trace/backward.h"

static const char wrapper[] = "autograd::engine::evaluate_function: ";

bool
backward_is(struct span name)
{
	return span_starts(name, wrapper) || span_has(name, "Backward") ||
	    span_ends(name, "AccumulateGrad");
}

struct numbered {
	const struct host *host;
	uint32_t row;
};

ORDER_BY(
    by_number, struct numbered, UP(host->scope), UP(host->sequence), UP(row))

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
		const struct host *first = list[i].host;

		for (end = i + 1; end < m &&
		     list[end].host->scope == first->scope &&
		     list[end].host->sequence == first->sequence;)
			end++;
		link_group(forward, &list[i], end - i, text);
	}
	free(list);
}
