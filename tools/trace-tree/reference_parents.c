#include <stdlib.h>

#include "common/trace/host.h"
#include "tools/trace-tree/reference_parents.h"

/* The overlap below which the next one outside holds an event. */
#define SLACK_US 1.0

/* What holds a row; if nothing drops it, it is pushed. */
static uint32_t
enter(struct host_stacks *s, uint32_t *top, const struct reference_time *time,
    uint32_t row)
{
	uint32_t parent;

	while (*top != HOST_NONE && time[*top].end <= time[row].start)
		*top = s->below[*top];
	parent = *top;
	if (parent != HOST_NONE && time[parent].end < time[row].end) {
		bool slight = time[parent].end - time[row].start < SLACK_US;

		if (!slight || s->below[parent] == HOST_NONE)
			return REFERENCE_DROPPED;
		parent = s->below[parent];
	}
	s->below[row] = parent;
	*top = row;
	return parent;
}

int
reference_parents(uint32_t *parent, const struct host *row,
    const struct reference_time *time, size_t n, size_t threads)
{
	struct host_stacks s = {0};
	int rc = host_stacks_init(&s, n, threads);

	for (uint32_t i = 0; rc == 0 && i < n; i++)
		parent[i] = enter(&s, &s.top[row[i].thread], time, i);
	host_stacks_free(&s);
	return rc;
}
